import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { readFrozen } from '#server/features/receipts/freeze-receipt.ts'
import { differenceOf, keyText, purchaseOf, type Return } from './purchase-rules.ts'
import { addMovements } from './movement-store.ts'
import { addOwed, countOwedAnew } from './owed-store.ts'
import * as store from './purchase-store.ts'
import type { BoughtRow, NamedProduct, ReturnRow, SoldRow, VisitRow } from './purchase-store.ts'
import { followVisits, returnsAnew } from './return-store.ts'
import { addSales } from './sale-store.ts'
import type { Window } from './window-store.ts'

/** A commit that began this long ago is either there or never comes. */
const SETTLED_MS = 60_000
/** Each reads the newest rows of the tables from end to end, so they are few and large. */
const WINDOW = 20_000
/** What is taken apart at once: no till should wait longer than that. */
const PAGE = 500
const STEP_MIN_MS = 1000
const STEP_MAX_MS = 30 * 24 * 3600 * 1000
const JOB_SECONDS = 120
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Takes what was bought since the last time out of receipts and cancellations, of all shops, `page`
 * receipts at once. May run twice and beside itself. Answers how many receipts were looked at.
 */
export async function gatherPurchases(io: Pick<Io, 'db' | 'clock'>, page = PAGE): Promise<number> {
  const until = new Date(io.clock.now().getTime() - SETTLED_MS)
  let step = STEP_MAX_MS
  let taken = 0
  for (;;) {
    const done = await inTransaction(io.db, async (tx) => {
      await store.takeTime(tx, JOB_SECONDS)
      await store.beginProgress(tx, until)
      const from = await store.lockProgress(tx)
      if (from === null || from >= until) return null
      const window = await windowFrom(tx, from, until, step)
      const keys = await store.selectWindow(tx, window)
      for (let at = 0; at < keys.length; at += page) {
        const rows = await store.selectSold(tx, keys.slice(at, at + page))
        await followVisits(tx, await addPurchases(tx, rows, window))
      }
      await addSales(tx, window)
      await addMovements(tx, window)
      await addOwed(tx, window)
      await store.moveProgress(tx, window.to)
      return { rows: keys.length, span: window.to.getTime() - window.from.getTime() }
    })
    if (done === null) return taken
    taken += done.rows
    // Windows grow again where little was sold.
    step = Math.min(STEP_MAX_MS, Math.max(STEP_MIN_MS, done.span * 4))
  }
}

/**
 * Counts everything of one shop anew, as far as the job has read: for receipts that were made on
 * another clock, and where sums are in doubt.
 */
export async function recountPurchases(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await store.takeTime(tx, JOB_SECONDS)
    await store.beginProgress(tx, new Date(io.clock.now().getTime() - SETTLED_MS))
    const until = await store.lockProgress(tx)
    if (until === null) return
    await store.deleteSums(tx, organization_id)
    const part = { organization_id, from: new Date(0), to: until }
    await addSales(tx, part)
    await addMovements(tx, part)
    await addOwed(tx, part)
    for (let after = FIRST_ID; ;) {
      const ask = { organization_id, after, until, limit: PAGE }
      const rows = await store.selectShopPage(tx, ask)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      await addPurchases(tx, rows, part)
    }
    await returnsAnew(tx, organization_id)
  })
}

/** Counts anew what one shop owes, after its lots changed without a movement. */
export async function recountOwed(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await store.takeTime(tx, JOB_SECONDS)
    await store.beginProgress(tx, new Date(io.clock.now().getTime() - SETTLED_MS))
    const mark = await store.lockProgress(tx)
    if (mark !== null) await countOwedAnew(tx, organization_id, mark)
  })
}

/** A window that is not too full. */
async function windowFrom(tx: Tx, from: Date, until: Date, step: number): Promise<Window> {
  // Mostly a minute has passed: to begin with a month would halve it twenty times.
  for (let span = Math.min(step, until.getTime() - from.getTime()); ; span = Math.floor(span / 2)) {
    const window = { from, to: new Date(from.getTime() + span) }
    if (span <= STEP_MIN_MS || !(await store.isFuller(tx, window, WINDOW))) return window
  }
}

type Sums = {
  /** By organization and key. */
  products: Map<string, NamedProduct>
  bought: Map<string, Omit<BoughtRow, 'product'> & { key: string }>
  visits: Map<string, VisitRow>
}

/**
 * Adds what a window changed: what a receipt counts at its end less what it counted before. Answers
 * what was added to visits.
 */
async function addPurchases(tx: Tx, rows: SoldRow[], { from, to }: Window): Promise<VisitRow[]> {
  const keys = rows.map(({ organization_id, id }) => ({ organization_id, id }))
  const returns = Map.groupBy(
    await store.selectReturns(tx, keys, to),
    ({ organization_id, receipt_id }) => `${organization_id} ${receipt_id}`,
  )
  const sums: Sums = { products: new Map(), bought: new Map(), visits: new Map() }
  for (const row of rows)
    addReceipt(sums, row, returns.get(`${row.organization_id} ${row.id}`) ?? [], from)
  const numbered = await store.numberProducts(tx, [...sums.products.values()])
  const numbers = new Map(
    numbered.map(({ organization_id, key, number }) => [`${organization_id} ${key}`, number]),
  )
  await store.addBought(
    tx,
    [...sums.bought.values()].map(({ key, ...row }) => {
      const product = numbers.get(`${row.organization_id} ${key}`)
      if (product === undefined) throw new Error('a product of a line has a number')
      return { ...row, product }
    }),
  )
  const visits = [...sums.visits.values()]
  await store.addVisits(tx, visits)
  const buyers = new Map(
    visits.map(({ organization_id, buyer_id }) => [
      `${organization_id} ${buyer_id}`,
      { organization_id, buyer_id },
    ]),
  )
  await store.sumHabits(tx, [...buyers.values()])
  return visits
}

function addReceipt(sums: Sums, row: SoldRow, returns: ReturnRow[], from: Date): void {
  const { organization_id, buyer_id, pos_id } = row
  const { settled } = readFrozen(row)
  const { day } = settled
  const earlier = returns.filter((one) => one.created_at <= from)
  const before = purchaseOf(row.created_at > from ? null : settled, earlier.map(returnOf))
  const { bought, visit } = differenceOf(before, purchaseOf(settled, returns.map(returnOf)))
  for (const { product, name, times, quantity, amount } of bought) {
    const key = keyText(product)
    const place = `${organization_id} ${key} ${day} ${buyer_id}`
    sums.products.set(`${organization_id} ${key}`, { ...product, organization_id, key, name })
    const known = sums.bought.get(place)
    if (known) {
      known.times += times
      known.quantity += quantity
      known.amount += amount
    } else {
      sums.bought.set(place, { key, organization_id, day, buyer_id, times, quantity, amount })
    }
  }
  const place = `${organization_id} ${buyer_id} ${day} ${pos_id}`
  const known = sums.visits.get(place)
  if (!known) sums.visits.set(place, { organization_id, buyer_id, day, pos_id, ...visit })
  else {
    known.receipts += visit.receipts
    known.discounted += visit.discounted
    known.refunds += visit.refunds
    known.paid += visit.paid
    known.spent += visit.spent
  }
}

function returnOf({ whole, refund_money, bonuses_return, content }: ReturnRow): Return {
  const { figures } = JSON.parse(content) as { figures: Pick<Return, 'lines'> }
  return { whole, refund_money, bonuses_return, lines: figures.lines }
}
