/**
 * `npm run scale`: what many shops need, out of what one receipt takes. It sells through the product's
 * own calls on a database of its own, measures bytes and WAL of a receipt, and multiplies. Figures of
 * the processor come from docs/benchmarks.md, prices from whoever pays: give both by options.
 *   --shops=100000 --per-day=500 --peak=0.12 (share of a day in its busiest hour)
 *   --database-us=120 --program-us=188 (of one receipt) --calculations=1 --calculate-us=190
 *   --gather-us=197 (of one receipt, a minute later)
 *   --cell-tb=2 (hot data of one database) --months=13 (receipts kept in the database)
 *   --core-month=25 --tb-month=100 (money for a core and for a terabyte, mirrored, a month)
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openApp } from '../server/app.ts'
import { gatherPurchases } from '../server/features/segments/gather-purchases.ts'
import { startEmbeddedPostgres } from '../server/io/embedded-postgres.ts'
import { prepareDatabase } from '../server/prepare-database.ts'
import { sell } from '../server/testing/receipts.ts'
import { addIntegration } from '../server/testing/trial-programs.ts'
import { testConfig } from '../server/testing/test-config.ts'
import { openShop, withToken } from '../server/testing/shop.ts'

const { values } = parseArgs({
  options: Object.fromEntries(
    Object.entries({
      ...{ shops: 100_000, 'per-day': 500, peak: 0.12, 'cell-tb': 2, months: 13 },
      ...{ 'database-us': 120, 'program-us': 188, calculations: 1, 'calculate-us': 190 },
      ...{ 'gather-us': 197 },
      ...{ 'core-month': 25, 'tb-month': 100, receipts: 4_000, buyers: 400 },
    }).map(([name, value]) => [name, { type: 'string' as const, default: String(value) }]),
  ),
})
const of = (name: string): number => Number(values[name])

const GROWING = ['receipt', 'entry', 'audit_act']
const LINES = 5
/** Rows of what is gathered of a receipt, where each buyer comes once on a day. */
const GATHERED: Record<string, number> = { bought: LINES, buyer_visit: 1 }
const PER_BUYER = [
  ...['buyer', 'account', 'account_day', 'buyer_order', 'buyer_habit'],
  ...['entry_last', 'owed_card'],
]

type Sizes = Record<string, number>

async function measure(): Promise<{ sizes: Sizes; wal: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'verta-scale-'))
  chmodSync(dir, 0o711)
  const server = await startEmbeddedPostgres(dir)
  const { io } = await prepareDatabase(testConfig({}), server, { supervise_jobs: false })
  const app = openApp(io)
  const client = new pg.Client({ connectionString: server.migrate_url })
  await client.connect()
  try {
    const shop = await openShop({ app }, { program: { general: { receipts_per_day_max: 0 } } })
    const till = await addIntegration(shop, (token) => withToken({ app }, token))
    const lines = Array.from({ length: LINES }, (_none, line) => ({
      ...{ name: `Капучино велике ${line}`, price: 55 + line, quantity: 1, category: 'Напої' },
    }))
    const sellAll = async (count: number) => {
      let next = 0
      const clerk = async () => {
        for (let sale = next++; sale < count; sale = next++) {
          const phone = `+38067${String(1_000_000 + (sale % of('buyers')))}`
          await sell(till, { buyer: { phone }, body: { products: lines } })
        }
      }
      await Promise.all(Array.from({ length: 32 }, clerk))
    }
    const lsn = async () =>
      Number((await client.query(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0].at)
    const sizesNow = async (): Promise<Sizes> => {
      await client.query('vacuum (analyze)')
      const { rows } = await client.query<{ name: string; bytes: string }>(
        `select coalesce(pg_partition_root(oid), oid)::regclass::text as name,
            sum(pg_total_relation_size(oid)) as bytes from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' group by 1`,
      )
      return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
    }
    await sellAll(of('buyers'))
    // What was sold a moment ago is gathered as if a minute had passed.
    const clock = { now: () => new Date(Date.now() + 90_000) }
    const sold = await lsn()
    await gatherPurchases({ db: io.db, clock })
    const gathered_wal = ((await lsn()) - sold) / of('buyers')
    const before = await sizesNow()
    const began = await lsn()
    await sellAll(of('receipts'))
    const wal = ((await lsn()) - began) / of('receipts') + gathered_wal
    const after = await sizesNow()
    const sizes: Sizes = {}
    for (const name of GROWING) {
      sizes[name] = ((after[name] ?? 0) - (before[name] ?? 0)) / of('receipts')
    }
    for (const [name, rows] of Object.entries(GATHERED)) {
      const { rows: found } = await client.query<{ rows: string }>(
        `select count(*) as rows from ${name}`,
      )
      sizes[name] = ((before[name] ?? 0) / Number(found[0]?.rows)) * rows
    }
    for (const name of PER_BUYER) sizes[name] = (after[name] ?? 0) / of('buyers')
    return { sizes, wal }
  } finally {
    await client.end()
    await app.close()
    await io.close()
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const { sizes, wal } = await measure()
const sum = (names: string[]) => names.reduce((all, name) => all + (sizes[name] ?? 0), 0)
const a_day = of('shops') * of('per-day')
const a_second = (a_day * of('peak')) / 3600
const year_tb = (bytes: number) => (bytes * a_day * 365) / 1e12
const till_us = of('database-us') + of('program-us') + of('calculations') * of('calculate-us')
const us = till_us + of('gather-us')
const kept_for_ever = [...GROWING, ...Object.keys(GATHERED)]
const cores = (a_second * us) / 1e6
const receipt_tb = (year_tb(sizes['receipt'] ?? 0) / 12) * of('months')
const kept_tb = receipt_tb + year_tb(sum(kept_for_ever.filter((name) => name !== 'receipt')))
const cells = Math.ceil(kept_tb / of('cell-tb'))
// Twice the peak's cores, so that no hour is at the limit; at least two for each cell.
const money = Math.max(2 * cores, 2 * cells) * of('core-month') + kept_tb * of('tb-month')
const told: [string, number, string][] = [
  ...kept_for_ever.map((name): [string, number, string] => {
    return [name, sizes[name] ?? 0, 'bytes a receipt']
  }),
  ['all that grows', sum(kept_for_ever), 'bytes a receipt'],
  ['WAL', wal, 'bytes a receipt: calculate, create, gather'],
  ['of a buyer', sum(PER_BUYER), 'bytes a buyer, with days of visits'],
  ['receipts', a_day / 1e6, 'million a day'],
  ['busiest hour', a_second, 'receipts a second'],
  ['cores in that hour', cores, 'of the database and the program, at 100 %'],
  ['growth', year_tb(sum(kept_for_ever)), 'TB a year'],
  ['receipts kept', receipt_tb, `TB, ${of('months')} months`],
  [
    'entries and the like',
    year_tb(sum(kept_for_ever) - (sizes['receipt'] ?? 0)),
    'TB a year, kept',
  ],
  ['WAL', (wal * a_day) / 1e9, 'GB a day'],
  ['cells', cells, `of ${of('cell-tb')} TB, in the first ${of('months')} months`],
  ['money', money, 'a month'],
  ['money', (money / (a_day * 30.4)) * 1e6, 'for a million receipts'],
]
for (const [what, figure, unit] of told) {
  console.log(`${what.padEnd(22)} ${figure.toFixed(figure < 10 ? 2 : 0).padStart(9)} ${unit}`)
}
