/**
 * `npm run bench`: figures of one run on one machine, as ratios, because absolute ones say more of
 * the machine than of us. Rounds are interleaved and medians given. Options: --rounds=3 --seconds=6
 * --growth=1000000 (receipts to grow to; 0 leaves growth out) --only=receipts (leaves out all but
 * rows 1 to 7 and the start).
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { asManyAsUsual, prepareProgram, type Program } from '#server/testing/program.ts'
import {
  addIntegration,
  callPos,
  openRemoteShop,
  type RemoteShop,
} from '#server/testing/remote-shop.ts'
import { measureBots } from './bots.ts'
import { measureEngine } from './engine.ts'
import { openGathering, type Gathered, type Gathering } from './gathering.ts'
import { change, turnAllRulesOn } from './all-rules.ts'
import { growTo } from './grow.ts'
import { measureMailing } from './mailing.ts'
import { apply, generator, requestOf, type Load, type Measured } from './load.ts'
import { openPgbench } from './pgbench.ts'
import { processorTime } from './processor-time.ts'
import { measureReplay } from './replay.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '6' },
    growth: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'all' },
  },
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
/** So many that each buys some ten times: whoever never spends has a lot open for each receipt. */
const BUYERS = 20_000
/** One program may meet so many strangers in an hour; the bench is several programs. */
const STRANGERS_MAX = 1_250
const CONNECTIONS = 64
/** Rounds of each kind that are run before the first one counts. */
const WARM_ROUNDS = 3
/** Starts on a folder that is not empty, of which the median is told. */
const WARM_STARTS = 5

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length

type Bench = { program: Program; shop: RemoteShop; client: pg.Client; gathering: Gathering }
type Round = Measured & { database_us: number; program_us: number; wal_bytes: number }

/**
 * Every round goes on where the last one of its kind ended: it meets two thirds of the buyers, and
 * begun with the same ones each time they alone would have all the receipts and as many lots open.
 */
const next_buyers = { create: 0, calculate: 0, no_op: 0 }

/** Applies a load and measures what it cost the database and the program. */
async function measure(
  bench: Bench,
  kind: Load['kind'],
  base = bench.program.base,
  connections = CONNECTIONS,
): Promise<Round> {
  const { program, shop, client } = bench
  const load: Load = {
    ...{ base, kind, seconds, connections, buyers: BUYERS, from: next_buyers[kind] },
    token: shop.integration_token,
  }
  const wal = async () => {
    const { rows } = await client.query<{ at: string }>(
      `select pg_current_wal_insert_lsn() - '0/0' as at`,
    )
    return Number(rows[0]?.at)
  }
  const before = {
    database: processorTime(program.database_pid()),
    program: processorTime(program.pid()),
    wal: await wal(),
  }
  const measured = await apply(load)
  next_buyers[kind] = (load.from + measured.answered) % BUYERS
  const each = (total: number) => total / Math.max(1, measured.answered)
  return {
    ...measured,
    database_us: each(processorTime(program.database_pid()) - before.database),
    program_us: each(processorTime(program.pid()) - before.program),
    wal_bytes: each((await wal()) - before.wal),
  }
}

/** Registers every buyer of the load with a first receipt. */
async function registerBuyers(shop: RemoteShop): Promise<void> {
  let next = 0
  const tokens: string[] = []
  while (tokens.length * STRANGERS_MAX < BUYERS)
    tokens.push(await addIntegration(shop.owner, shop.pos_id))
  await Promise.all(
    Array.from({ length: 32 }, async (_none, worker) => {
      const token = tokens[worker % tokens.length] ?? ''
      while (next < BUYERS) {
        const { path, body } = requestOf('create', next++)
        const { status } = await callPos(shop.base, token, path, JSON.parse(body))
        if (status !== 201) throw new Error(`a buyer could not be registered: ${status}`)
      }
    }),
  )
}

/** Waits until the jobs that sales caused are done: they are not what is measured. */
async function settleJobs(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      `select ((select count(*) from announcement)
         + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
             and start_after <= now()))::int as left`,
    )
    if (rows[0]?.left === 0) return
    await sleep(250)
  }
}

/** Gathers what was sold, after a job that may be at it. */
async function gatherNow({ client, gathering }: Bench): Promise<Gathered> {
  await settleJobs(client)
  return gathering.take()
}

/** Starts the server that does nothing, with a real answer to give. */
async function startNoOp(shop: RemoteShop): Promise<{ base: string; stop(): void }> {
  const { path, body } = requestOf('create', 1)
  const { body: answer } = await callPos(shop.base, shop.integration_token, path, JSON.parse(body))
  const { data } = answer as { data: unknown }
  const child = spawn(process.execPath, ['bench/no-op-server.ts', JSON.stringify(data)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const base = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  )
  return { base, stop: () => void child.kill() }
}

const print = (name: string, value: string) => console.log(`${name.padEnd(58)} ${value}`)
const number = (value: number, digits = 0) => value.toFixed(digits)
const ratio = (value: number, target: string) => `${value.toFixed(2)}   (first landing ${target})`

const all = options.only === 'all'
if (!all && options.only !== 'receipts') throw new Error('--only takes: receipts')

/** What needs no shop full of receipts. */
async function measureApart(): Promise<void> {
  for (const { name, us } of measureEngine()) print(name, number(us, 1))
  print('replay: past receipts per second, two programs at once', number(measureReplay()))
  print('replay: the same with 30 promotions of every kind', number(measureReplay(30)))
  for (const [name, value] of await measureBots()) print(name, value)
  for (const [name, value] of await measureMailing()) print(name, value)
}

async function main(): Promise<void> {
  if (all) await measureApart()
  const program = await prepareProgram({ ...asManyAsUsual, LOG_LEVEL: 'silent', DEMO: 'false' })
  const start_ms = async () => {
    const asked = performance.now()
    await program.start()
    return performance.now() - asked
  }
  const first_start_ms = await start_ms()
  const warm_starts_ms: number[] = []
  for (let each = 1; each <= WARM_STARTS; each += 1) {
    await program.stop()
    warm_starts_ms.push(await start_ms())
  }
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  const gathering = openGathering(program)
  try {
    const shop = await openLoadedShop(program.base)
    await settleJobs(client)
    // What autovacuum does in its first minute: plans made on empty tables are made again.
    await client.query('analyze')
    const bench = { program, shop, client, gathering }
    await compare(bench)
    if (all) await compareRules(bench)
    if (Number(options.growth) > 0) await grow(bench)
    print(
      'start, first on an empty folder / warm',
      `${number(first_start_ms)} / ${number(median(warm_starts_ms))} ms`,
    )
  } finally {
    await gathering.close()
    await client.end()
    await program.remove()
  }
}

/** A shop with all buyers of the load, who buy far more often than a person may. */
async function openLoadedShop(base: string): Promise<RemoteShop> {
  const shop = await openRemoteShop(base)
  await change(shop, 'general', { receipts_per_day_max: 0 })
  await registerBuyers(shop)
  return shop
}

/** Receipts of a shop with every rule on beside those of the bare program. */
async function compareRules(bench: Bench): Promise<void> {
  const shop = await openLoadedShop(bench.program.base)
  await turnAllRulesOn(shop)
  await settleJobs(bench.client)
  await bench.client.query('analyze')
  const bare: Round[] = []
  const ruled: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await gatherNow(bench)
    bare.push(await measure(bench, 'create'))
    ruled.push(await measure({ ...bench, shop }, 'create'))
  }
  const [without, with_all] = [bare, ruled].map((list) => median(list.map((r) => r.per_second)))
  print(
    'create with all rules on / bare program, per second',
    `${number(with_all ?? 0)} / ${number(without ?? 0)} = ${number((with_all ?? 0) / (without ?? 1), 2)}`,
  )
  const us = (pick: (round: Round) => number) => number(median(ruled.map(pick)))
  print(
    'create with all rules on: µs, database / program; refused',
    `${us((r) => r.database_us)} / ${us((r) => r.program_us)}; ${us((r) => r.refused)}`,
  )
}

/**
 * The first receipt after a checkpoint logs its buyer's page whole once more. A shop's day has one
 * checkpoint in a quarter of an hour, so that is not what is measured.
 */
async function meetEverybody(bench: Bench): Promise<void> {
  for (let met = 0; met < BUYERS;) met += (await measure(bench, 'create')).answered
}

async function compare(bench: Bench): Promise<void> {
  await bench.client.query('create database bench')
  const pgbench = openPgbench(join(bench.program.data_dir, 'postgres', 'socket'), 'verta_owner')
  // Pages that one side left unwritten are not the other's cost.
  const settle = () => bench.client.query('checkpoint')
  const no_op = await startNoOp(bench.shop)
  const creates: Round[] = []
  const lone: Round[] = []
  const calculates: Round[] = []
  const nothings: Round[] = []
  const tpcb: number[] = []
  const selects: number[] = []
  const tpcb_us: number[] = []
  const gathered: Gathered[] = []
  try {
    // V8 compiles what is hot while it runs; a shop's day is long, so that is not what is measured.
    for (const [kind, base] of [['create'], ['calculate'], ['no_op', no_op.base]] as const) {
      for (let each = 1; each <= WARM_ROUNDS; each += 1) await measure(bench, kind, base)
    }
    for (let round = 1; round <= rounds; round += 1) {
      await gatherNow(bench)
      await settle()
      await meetEverybody(bench)
      creates.push(await measure(bench, 'create'))
      lone.push(await measure(bench, 'create', bench.program.base, 1))
      gathered.push(await gatherNow(bench))
      await settle()
      pgbench?.tpcB(seconds)
      const before = processorTime(bench.program.database_pid())
      const tps = pgbench?.tpcB(seconds)
      if (tps !== undefined) {
        tpcb.push(tps)
        tpcb_us.push((processorTime(bench.program.database_pid()) - before) / (tps * seconds))
      }
      await settle()
      calculates.push(await measure(bench, 'calculate'))
      await settle()
      const reads = pgbench?.select(seconds)
      if (reads !== undefined) selects.push(reads)
      nothings.push(await measure(bench, 'no_op', no_op.base))
    }
  } finally {
    no_op.stop()
  }
  tell({ creates, lone, calculates, nothings, tpcb, selects, tpcb_us, gathered })
  await tellHeap(bench.client)
}

function tell(measured: {
  creates: Round[]
  lone: Round[]
  calculates: Round[]
  nothings: Round[]
  tpcb: number[]
  selects: number[]
  tpcb_us: number[]
  gathered: Gathered[]
}): void {
  const { creates, lone, calculates, nothings, tpcb, selects, tpcb_us, gathered } = measured
  const of = (list: Round[], pick: (round: Round) => number) => median(list.map(pick))
  const create = of(creates, (r) => r.per_second)
  const calculate = of(calculates, (r) => r.per_second)
  const nothing = of(nothings, (r) => r.per_second)
  console.log(
    `\n${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections by ${generator}, ${BUYERS} buyers, medians\n`,
  )
  for (const [name, list] of [
    ['create', creates],
    ['calculate', calculates],
    ['no-op', nothings],
  ] as const) {
    print(
      `${name}: per second, p50 / p99 ms`,
      `${number(of(list, (r) => r.per_second))}, ${number(of(list, (r) => r.p50_ms))} / ${number(of(list, (r) => r.p99_ms))}`,
    )
    // The server that does nothing is another process.
    if (list !== nothings) {
      print(
        `${name}: µs of processor, database / program`,
        `${number(of(list, (r) => r.database_us))} / ${number(of(list, (r) => r.program_us))}`,
      )
    }
  }
  if (gathered.some(({ receipts }) => receipts === 0)) throw new Error('void: nothing to gather')
  const later = (pick: (cost: Gathered) => number) => median(gathered.map(pick))
  const later_us = { database: later((g) => g.database_us), program: later((g) => g.program_us) }
  print(
    'gathered of a receipt later: µs, database / program',
    `${number(later_us.database)} / ${number(later_us.program)}`,
  )
  print(
    'create, one caller alone: p50 / p99 ms',
    [of(lone, (r) => r.p50_ms), of(lone, (r) => r.p99_ms)].map((ms) => number(ms, 1)).join(' / '),
  )
  print(
    'refused in all rounds',
    String([...creates, ...calculates, ...nothings].reduce((sum, r) => sum + r.refused, 0)),
  )
  if (tpcb.length > 0) {
    print(
      'pgbench TPC-B (16 clients) / select-only (8), per second',
      `${number(median(tpcb))} / ${number(median(selects))}`,
    )
    // All processors are taken while the load runs, so what comes later takes its share of them.
    const processors_us = availableParallelism() * 1e6
    const lasting = processors_us / (processors_us / create + later_us.database + later_us.program)
    const create_us = of(creates, (r) => r.database_us)
    print('1  create ÷ TPC-B', ratio(create / median(tpcb), '≥ 0.35'))
    print('1  the same, gathering within', ratio(lasting / median(tpcb), '≥ 0.35'))
    print(
      '2  database µs per receipt ÷ per TPC-B transaction',
      ratio(create_us / mean(tpcb_us), '≤ 1.2'),
    )
    print(
      '2  the same, gathering within',
      ratio((create_us + later_us.database) / mean(tpcb_us), '≤ 1.2'),
    )
  } else {
    print('1, 2, 4', 'left out: pgbench is not installed (postgresql-contrib)')
  }
  print('3  create ÷ no-op with the same JSON', ratio(create / nothing, '≥ 0.06'))
  if (selects.length > 0)
    print('4  calculate ÷ select-only', ratio(calculate / median(selects), '≥ 0.10'))
  print('7  WAL bytes per receipt', number(of(creates, (r) => r.wal_bytes)))
}

async function tellHeap(client: pg.Client): Promise<void> {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ updates: string; hot: string }>(
    `select n_tup_upd as updates, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'account'`,
  )
  const [row] = rows
  if (row)
    print(
      '7  heap-only share of account updates',
      `${number((100 * Number(row.hot)) / Math.max(1, Number(row.updates)), 1)} %`,
    )
}

/** The cost of one receipt as the tables grow. */
async function grow(bench: Bench): Promise<void> {
  const wanted = Number(options.growth)
  const steps = [100_000, 1_000_000, 5_000_000, 10_000_000]
  const sizes = steps.filter((size) => size <= wanted)
  const at: { size: number; receipts: number; create: Round; calculate: Round }[] = []
  console.log()
  for (const size of sizes) {
    const receipts = await growTo(bench.client, bench.shop.organization_id, size)
    await gatherNow(bench)
    await measure(bench, 'create')
    const create = await measure(bench, 'create')
    const calculate = await measure(bench, 'calculate')
    at.push({ size, receipts, create, calculate })
    print(
      `with ${receipts.toLocaleString('en')} receipts: create/s, database µs; calculate p50 ms`,
      `${number(create.per_second)}, ${number(create.database_us)}; ${number(calculate.p50_ms, 1)}`,
    )
  }
  const low = at.find(({ size }) => size === 100_000)
  if (!low) return
  for (const high of at.filter(({ size }) => size >= 1_000_000)) {
    // The rounds before may have made more than the smaller size.
    const millions = `${high.size / 1_000_000} M ÷ at ${number(low.receipts / 1000)} k`
    print(
      `5  create/s at ${millions}`,
      ratio(high.create.per_second / low.create.per_second, '≥ 0.7'),
    )
    print(
      `6  calculate p50 at ${millions}`,
      ratio(high.calculate.p50_ms / low.calculate.p50_ms, '≤ 1.3'),
    )
  }
}

await main()
