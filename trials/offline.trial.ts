/**
 * A till that loses its line, its tab, and its answers. Sales are kept without a line while the tab
 * is killed; then they are sent, by two tabs that both want to, while the line breaks in the middle
 * of receipts and a tab is killed there too. Each is made once, in order, none is lost. Void when a
 * fault did not hit.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect as shown, type Page } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'
import { type Line, openLine } from '#server/testing/trial-line.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { tillOf } from '../e2e/till-page.ts'

const SALES = countOf({ quick: 6, everyday: 12, release: 200 })
/** Half of them while sales are kept, half while they are sent. */
const KILLS = countOf({ quick: 2, everyday: 4, release: 20 })
const FLAPS = countOf({ quick: 2, everyday: 5, release: 50 })
/** Fewer than a cashier may look up in an hour. */
const BUYERS = 40
const FIRST = 100

let program: Program
let shop: RemoteShop
let line: Line
let context: BrowserContext
let page: Page
const folder = mkdtempSync(join(tmpdir(), 'verta-till-'))

beforeAll(async () => {
  program = await prepareProgram()
  await program.start()
  shop = await openRemoteShop(program.base)
  const path = `/api/v1/settings/general?organization_id=${shop.organization_id}`
  const set = await shop.owner.call('PATCH', path, { version: 1, receipts_per_day_max: 0 })
  expect(set.status).toBe(200)
  line = await openLine(program.base)
  line.up()
  context = await chromium.launchPersistentContext(folder, { ...launchOptions, locale: 'uk-UA' })
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
  await page.goto(`${line.base}/pos_interface`)
  const till = tillOf(page)
  await till.login.fill(shop.cashier.login)
  await till.pin.fill(shop.cashier.pin)
  await shown(till.buyer).toBeFocused({ timeout: 30_000 })
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
}, 120_000)
afterAll(async () => {
  await context.close()
  await line.close()
  await program.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Kills the tab as the system does, without a word to it; the till is opened anew. */
async function killTab(): Promise<void> {
  const dead = page
  const crashed = dead.waitForEvent('crash')
  const session = await context.newCDPSession(dead)
  session.send('Page.crash').catch(() => {})
  await crashed
  page = await context.newPage()
  await dead.close()
  await page.goto(`${line.base}/pos_interface`)
  await shown(tillOf(page).buyer).toBeVisible({ timeout: 30_000 })
}

const phoneOf = (sale: number) => `067${String(3_000_000 + (sale % BUYERS))}`

/** Types a sale up to its last key. */
async function typeSale(sale: number): Promise<void> {
  const till = tillOf(page)
  await till.buyer.fill(phoneOf(sale))
  await shown(till.buyer_block).toContainText('Перевіримо', { timeout: 30_000 })
  await till.amount.fill(String(FIRST + sale))
  await page.keyboard.press('Enter')
}

const countShown = (count: number) => page.getByText(`офлайн · ${count} у черзі`)

async function keepSales(): Promise<number> {
  let killed = 0
  const every = Math.max(1, Math.floor(SALES / Math.max(1, KILLS / 2)))
  for (let sale = 0; sale < SALES; sale += 1) {
    await typeSale(sale)
    if ((sale + 1) % every === 0 && killed < KILLS / 2) {
      // Right after Enter: nobody has seen yet whether it is kept, so the cashier looks.
      await killTab()
      killed += 1
      await shown(countShown(sale).or(countShown(sale + 1))).toBeVisible({ timeout: 30_000 })
      if (await countShown(sale).isVisible()) await typeSale(sale)
    }
    await shown(countShown(sale + 1)).toBeVisible({ timeout: 30_000 })
  }
  return killed
}

/** What a cashier does who sees that the line is back. */
const wake = () => page.evaluate("dispatchEvent(new Event('focus'))")

async function sendSales(): Promise<{ flapped: number; killed: number }> {
  // A second tab of the same till wants to send as well.
  const second = await context.newPage()
  await second.goto(`${line.base}/pos_interface`)
  const done = { flapped: 0, killed: 0 }
  const faults = FLAPS + KILLS / 2
  for (let fault = 0; fault < faults; fault += 1) {
    const kills = Math.floor(((fault + 1) * KILLS) / 2 / faults) > done.killed
    const hit = line.spoil(fault % 2 === 0 ? 'after' : 'before')
    line.up()
    await wake()
    await hit
    if (kills) await killTab()
    done[kills ? 'killed' : 'flapped'] += 1
  }
  line.up()
  await wake()
  await shown(page.getByText(/у черзі/)).toHaveCount(0, { timeout: 120_000 })
  return done
}

async function receipts(): Promise<{ gross: number; occurred_at: Date }[]> {
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  try {
    const ask = 'select gross::int as gross, occurred_at from receipt order by created_at, id'
    return (await client.query<{ gross: number; occurred_at: Date }>(ask)).rows
  } finally {
    await client.end()
  }
}

test(
  `${SALES} sales, ${KILLS} killed tabs and ${FLAPS} broken lines: each once, in order, none lost`,
  async ({ annotate }) => {
    line.down()
    const killed = await keepSales()
    expect(await receipts(), 'nothing is sent without a line').toEqual([])
    const done = await sendSales()
    expect(killed + done.killed, 'void: too few tabs were killed').toBe(KILLS)
    expect(done.flapped, 'void: the line broke too seldom').toBe(FLAPS)
    const made = await receipts()
    const sold = Array.from({ length: SALES }, (_none, sale) => (FIRST + sale) * 100)
    expect(made.map(({ gross }) => gross)).toEqual(sold)
    const moments = made.map(({ occurred_at }) => occurred_at.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    await annotate(
      `${killed + done.killed} tabs killed, ${done.flapped} lines broken, ${made.length} sales`,
    )
    await expectSoundLedgerAt(program.migrate_url)
  },
  TRIAL_MS,
)
