/**
 * `npm run manual:shots`: pictures of the user manual, taken of the real product with its demo shop.
 *
 * Starts the program on a data folder of its own (or uses the one at VERTA_BASE), walks through the
 * screens as an owner and as a cashier, and writes `web/public/manual/*.webp`. The demo shop is made
 * from one seed, so the same screens show the same people.
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoAccess } from '../server/demo/ensure-demo-shop.ts'
import { ownerShots, tillShots, type Shot } from './manual-shots/shots.ts'
import { startDemo } from './manual-shots/start-demo.ts'
import { writePicture } from './manual-shots/write-picture.ts'

const VIEW = { width: 1280, height: 800 }
/** The same without the rail and the bar at the top. */
const PAGE = { x: 248, y: 64, width: 1032, height: 736 }
/** Only these, when names are given: `npm run manual:shots -- overview till-sale`. */
const wanted = new Set(process.argv.slice(2))

const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

async function openPage(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: VIEW,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    serviceWorkers: 'block',
  })
  return context.newPage()
}

/** Signs the demo owner in and answers the id of the demo shop. */
async function signInOwner(page: Page): Promise<string> {
  const { email, password } = demoAccess.owner
  await page.goto('/auth/login')
  await page.getByLabel('Електронна пошта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
  await page.waitForURL(/\/(land|organizations)/)
  const answer = await page.request.get('/api/v1/organizations?page=1&limit=1000')
  const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
  const [shop] = data.items
  if (!shop) throw new Error('there is no demo shop')
  return shop.id
}

async function signInCashier(page: Page): Promise<void> {
  await page.goto('/pos_interface')
  await page.getByRole('textbox', { name: 'Логін' }).fill(demoAccess.cashier.login)
  await page.getByLabel('PIN', { exact: true }).fill(demoAccess.cashier.pin)
  await page.getByRole('textbox', { name: 'Телефон або код покупця' }).waitFor()
}

async function take(page: Page, shots: readonly Shot[], id: string): Promise<void> {
  for (const { name, act, page_only } of shots) {
    if (wanted.size > 0 && !wanted.has(name)) continue
    await act(page, id)
    await page.waitForLoadState('networkidle')
    // Charts draw themselves in one more frame, toasts leave by themselves.
    await page.waitForTimeout(400)
    const bytes = await writePicture(name, await page.screenshot(page_only ? { clip: PAGE } : {}))
    console.log(`${name}.webp ${(bytes / 1024).toFixed(0)} KB`)
  }
}

const demo = await startDemo()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--force-color-profile=srgb'],
})
try {
  const owner = await openPage(browser, demo.base)
  const id = await signInOwner(owner)
  await take(owner, ownerShots, id)
  const cashier = await openPage(browser, demo.base)
  await cashier.setViewportSize({ width: 1280, height: 640 })
  await signInCashier(cashier)
  await take(cashier, tillShots, id)
} finally {
  await browser.close()
  await demo.stop()
}
