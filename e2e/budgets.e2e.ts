import { gzipSync } from 'node:zlib'
import { expect, type Page, signIn, test } from './browser.ts'
import { fillShop, settle } from './routes.ts'
import { openTill } from './till-page.ts'

/** Kilobytes after gzip: bar.md "Web budgets", design/screens.md §8.5. */
const BUDGET = {
  till: { js: 190, css: 26 },
  cabinet: { js: 300, css: 40 },
  charts: { js: 140 },
}

type Weight = { js: number; charts: number; css: number }

/** Weighs what the browser loads from now on, compressed here so that the server's choice is no matter. */
function weigh(page: Page) {
  const files = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (type === 'script' || type === 'stylesheet') files.set(response.url(), response.body())
  })
  return async (): Promise<Weight> => {
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

const cabinet = [
  'main/{id}',
  'main/{id}?tab=profile',
  'settings/{id}?tab=bonuses',
  'discount/{id}',
  'welcome-bonuses/{id}',
  'promotions/{id}',
  'pos/{id}',
  'buyers/list/{id}',
  'reports/receipts/{id}',
]
test('every page of the cabinet opens within its budget', async ({ page, shop }, info) => {
  await fillShop(shop)
  await signIn(page, shop)
  for (const path of cabinet) {
    // A tab of its own each time, so that nothing is in its memory yet.
    const tab = await page.context().newPage()
    const weight = weigh(tab)
    await tab.goto(`/organizations/${path.replace('{id}', shop.organization_id)}`)
    await settle(tab)
    const seen = await weight()
    info.annotations.push({ type: 'weight', description: `${path}: ${told(seen)}` })
    expect.soft(seen.js, path).toBeLessThanOrEqual(BUDGET.cabinet.js)
    expect.soft(seen.charts, path).toBeLessThanOrEqual(BUDGET.charts.js)
    expect.soft(seen.css, path).toBeLessThanOrEqual(BUDGET.cabinet.css)
    await tab.close()
  }
})

// The landing's own entry (95 KB) and that of signing in (150 KB) are still to come; until then both
// are pages of the cabinet's bundle, and their weight is told in the report of the run.
for (const path of ['/', '/auth/login', '/auth/signup']) {
  test(`a public page is no heavier than the cabinet: ${path}`, async ({ page }, info) => {
    const weight = weigh(page)
    await page.goto(path)
    await settle(page)
    const seen = await weight()
    info.annotations.push({ type: 'weight', description: `${path}: ${told(seen)}` })
    expect(seen.js).toBeLessThanOrEqual(BUDGET.cabinet.js)
    expect(seen.css).toBeLessThanOrEqual(BUDGET.cabinet.css)
  })
}
