/**
 * `npm run pictures -- http://localhost:3000`: makes the pictures of the public site from the
 * running product and its own design: icons, cards for networks and messengers, screens of the
 * cabinet. The product must run with its demo shop. What it makes is kept in the repository, so
 * that neither a build nor a test waits for it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { articleNames, articlePaths } from '../web/landing/article-paths.ts'

const base = process.argv[2] ?? 'http://localhost:3000'
const root = join(import.meta.dirname, '..', 'web', 'public')
const OWNER = { email: 'demo@verta.test', password: 'verta-demo-2026' }

/** Icons for the home screen and old browsers, from the one mark. */
async function drawIcons() {
  const mark = readFileSync(join(root, 'favicon.svg'))
  const draw = (size: number) =>
    sharp(mark, { density: (72 * size) / 32 })
      .resize(Math.round(size * 0.72), Math.round(size * 0.72), {
        fit: 'contain',
        background: '#0000',
      })
      .toBuffer()
  for (const size of [180, 192, 512]) {
    const square = { width: size, height: size, channels: 4, background: '#fcfbf8' } as const
    await sharp({ create: square })
      .composite([{ input: await draw(size) }])
      .png({ palette: true })
      .toFile(join(root, 'icons', `site-${size}.png`))
  }
  // An .ico file may hold a PNG: a header of 22 bytes before it.
  const png = await sharp(mark, { density: 72 }).resize(32, 32).png({ palette: true }).toBuffer()
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  writeFileSync(join(root, 'favicon.ico'), Buffer.concat([head, png]))
}

/** The languages whose letters the cards can be drawn in; see `pictureOf` in web/site/document.tsx. */
const all = ['ua-UA', 'ru-RU', 'en', 'fr', 'es', 'de']
const cards = [
  { name: 'site', path: '/', languages: all },
  { name: 'profit', path: '/profit', languages: all },
  { name: 'user_manual', path: '/user_manual', languages: ['ua-UA'] },
  { name: 'developers', path: '/developers', languages: ['ua-UA', 'en'] },
  ...articleNames.map((name) => ({ name, path: articlePaths[name], languages: ['ua-UA'] })),
]

/** The page's own heading beside the mark and the returning receipt, 1200 × 630. */
async function drawCards(browser: Browser) {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 630 },
    colorScheme: 'light',
  })
  await page.goto(base)
  const drawing = await page.evaluate<string>(
    `document.querySelector('#hero > svg, #hero svg').outerHTML`,
  )
  for (const { name, path, languages } of cards) {
    for (const language of languages) {
      await page.goto(`${base}${path}?lang=${language}`)
      await page.evaluate(`(${cardOf})(${JSON.stringify(drawing)})`)
      const file = await page.evaluate<string>('document.documentElement.lang')
      await page.evaluate('document.fonts.ready')
      await sharp(await page.screenshot())
        .png({ palette: true, colours: 64 })
        .toFile(join(root, 'pictures', `${name}-${file}.png`))
    }
  }
  await page.close()
}

/** Run in the page: leaves its heading and the mark alone, set for a card. */
const cardOf = `(drawing) => {
  const title = document.querySelector('h1').textContent
  const brand = document.querySelector('header a').cloneNode(true)
  document.body.innerHTML = ''
  document.body.style.cssText = 'display:grid;grid-template:auto 1fr / 1fr 300px;gap:0 56px;width:1200px;height:630px;padding:64px 72px 56px 80px;background:#fcfbf8;border-bottom:16px solid #fbbf5b;overflow:hidden'
  brand.querySelector('svg').setAttribute('width', '60')
  brand.querySelector('svg').setAttribute('height', '60')
  brand.style.cssText = 'grid-column:1/-1;font-size:40px;gap:18px'
  const h1 = document.createElement('h1')
  h1.textContent = title
  const size = title.length > 60 ? 56 : 68
  h1.style.cssText = 'align-self:center;margin:0;font-size:' + size + 'px;line-height:1.14;color:#25241f;text-wrap:balance'
  const picture = document.createElement('div')
  picture.style.cssText = 'align-self:center'
  picture.innerHTML = drawing
  picture.firstChild.style.cssText = 'display:block;width:300px;height:auto;font-family:var(--v-font)'
  document.body.append(brand, h1, picture)
}`

/** The cabinet of the demo shop in both themes. */
async function shootCabinet(browser: Browser) {
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: theme,
      locale: 'uk-UA',
      timezoneId: 'Europe/Kyiv',
    })
    const page = await context.newPage()
    await page.goto(`${base}/auth/login`)
    await page.getByLabel('Електронна пошта').fill(OWNER.email)
    await page.getByLabel('Пароль', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Увійти', exact: true }).click()
    await page.waitForURL(/organizations\/main|\/land|\/organizations$/)
    const answer = await page.request.get(`${base}/api/v1/organizations`)
    const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
    await page.goto(`${base}/organizations/main/${data.items[0]?.id}`)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1500)
    await sharp(await page.screenshot())
      .resize(1120, 700)
      .avif({ quality: 48, effort: 8 })
      .toFile(join(root, 'pictures', `cabinet-${theme}.avif`))
    await context.close()
  }
}

mkdirSync(join(root, 'pictures'), { recursive: true })
await drawIcons()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
await drawCards(browser)
await shootCabinet(browser)
await browser.close()
