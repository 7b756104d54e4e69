import { gzipSync } from 'node:zlib'
import { expect, type Page, type Response, signIn, test } from './browser.ts'
import { fillShop, settle } from './routes.ts'
import { openTill } from './till-page.ts'

/** Kilobytes after gzip: bar.md "Web budgets", design/screens.md §8.5. */
const BUDGET = {
  till: { js: 190, css: 26 },
  cabinet: { js: 300, css: 40 },
  charts: { js: 140 },
  mini: { js: 60, css: 8 },
  site: { js: 95, css: 14, html: 45 },
}

type Weight = { js: number; charts: number; css: number }

/** Weighs what the browser loads from now on, compressed here so that the server's choice is no matter. */
function weigh(page: Page) {
  const files = new Map<string, Promise<Buffer>>()
  const note = (response: Response) => {
    const type = response.request().resourceType()
    if (type === 'script' || type === 'stylesheet') files.set(response.url(), response.body())
  }
  page.on('response', note)
  return async (): Promise<Weight> => {
    // What is brought later, for another page, would be asked for in a tab that is closed.
    page.off('response', note)
    const total = { js: 0, charts: 0, css: 0 }
    for (const [url, body] of files) {
      const kind = url.includes('.css') ? 'css' : /chart/i.test(url) ? 'charts' : 'js'
      total[kind] += gzipSync(await body).length / 1024
    }
    return total
  }
}

const told = ({ js, charts, css }: Weight) =>
  `${js.toFixed(1)} KB of scripts, ${charts.toFixed(1)} of charts, ${css.toFixed(1)} of styles`

test('the till is light from the login to the sale', async ({ page, shop }, info) => {
  const weight = weigh(page)
  await openTill(page, shop)
  await settle(page)
  const seen = await weight()
  info.annotations.push({ type: 'weight', description: `till: ${told(seen)}` })
  expect(seen.js).toBeLessThanOrEqual(BUDGET.till.js)
  expect(seen.css).toBeLessThanOrEqual(BUDGET.till.css)
})

for (const path of ['/tg/card', '/b/abcdefgh23']) {
  test(`a small page is small: ${path}`, async ({ page }, info) => {
    const weight = weigh(page)
    await page.goto(path)
    await page.getByRole('alert').waitFor()
    const seen = await weight()
    info.annotations.push({ type: 'weight', description: `${path}: ${told(seen)}` })
    expect(seen.js).toBeLessThanOrEqual(BUDGET.mini.js)
    expect(seen.css).toBeLessThanOrEqual(BUDGET.mini.css)
  })
}

const cabinet = [
  'main/{id}',
  'auto-notifications/{id}',
  'main/{id}?tab=profile',
  'settings/{id}',
  'settings/{id}?tab=bonuses',
  'settings/{id}?tab=notifications',
  'discount/{id}',
  'min-price/{id}',
  'min-price/{id}?tab=products',
  'licenses/{id}',
  'licenses/{id}/tariff',
  'welcome-bonuses/{id}',
  'promotions/{id}',
  'promotions/{id}/new?kind=stamp',
  'promotions/{id}/{promo_id}',
  'pos/{id}',
  'buyers/list/{id}',
  'buyers/inbox/{id}',
  'news/{id}',
  'news/{id}?post=new',
  'manual-notifications/{id}',
  'manual-notifications/{id}?post=new',
  'bots/{id}',
  'buyers/client_card/{id}',
  'reports/receipts/{id}',
  'reports/transactions/{id}',
  'transaction-reports/{id}',
  'audit/{id}',
  'webhooks/{id}',
  'moving/{id}',
  'reports/receipts/transactionesoptions',
]
test('every page of the cabinet opens within its budget', async ({ page, shop }, info) => {
  // Thirty pages, each in a tab of its own.
  test.slow()
  const { promo_id } = await fillShop(shop)
  await signIn(page, shop)
  for (const path of cabinet) {
    // A tab of its own each time, so that nothing is in its memory yet.
    const tab = await page.context().newPage()
    const weight = weigh(tab)
    const address = path.replace('{id}', shop.organization_id).replace('{promo_id}', promo_id)
    await tab.goto(`/organizations/${address}`)
    await settle(tab)
    const seen = await weight()
    info.annotations.push({ type: 'weight', description: `${path}: ${told(seen)}` })
    expect.soft(seen.js, path).toBeLessThanOrEqual(BUDGET.cabinet.js)
    expect.soft(seen.charts, path).toBeLessThanOrEqual(BUDGET.charts.js)
    expect.soft(seen.css, path).toBeLessThanOrEqual(BUDGET.cabinet.css)
    await tab.close()
  }
})

// Scripts that a visitor wakes by scrolling are weighed too.
for (const path of ['/', '/profit', '/articles/bot_creation', '/license_agreement']) {
  test(`a public page is light to its end: ${path}`, async ({ page }, info) => {
    const weight = weigh(page)
    const answer = await page.goto(path)
    await settle(page)
    await page.keyboard.press('End')
    // Every island is seen and wakes, so that what it brings is weighed too.
    const islands = page.locator('[data-island]')
    for (let at = 0; at < (await islands.count()); at += 1) {
      await islands.nth(at).locator('> *').first().scrollIntoViewIfNeeded()
      await expect(islands.nth(at)).toHaveAttribute('data-awake')
    }
    await page.waitForLoadState('networkidle')
    const html = (await answer?.text()) ?? ''
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
    const css = gzipSync(styles).length / 1024
    const document = gzipSync(html).length / 1024
    const seen = await weight()
    info.annotations.push({
      type: 'weight',
      description: `${path}: ${told({ ...seen, css: seen.css + css })}, ${document.toFixed(1)} of HTML`,
    })
    expect(seen.js).toBeLessThanOrEqual(BUDGET.site.js)
    expect(seen.css + css).toBeLessThanOrEqual(BUDGET.site.css)
    expect(document).toBeLessThanOrEqual(BUDGET.site.html)
  })
}

// Signing in is a page of the cabinet's bundle.
for (const path of ['/auth/login', '/auth/signup']) {
  test(`signing in is no heavier than the cabinet: ${path}`, async ({ page }, info) => {
    const weight = weigh(page)
    await page.goto(path)
    await settle(page)
    const seen = await weight()
    info.annotations.push({ type: 'weight', description: `${path}: ${told(seen)}` })
    expect(seen.js).toBeLessThanOrEqual(BUDGET.cabinet.js)
    expect(seen.css).toBeLessThanOrEqual(BUDGET.cabinet.css)
  })
}
