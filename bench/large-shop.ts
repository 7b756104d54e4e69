/**
 * What an owner waits for in a large shop: the list of buyers, segments and reports over HTTP, with
 * so many buyers and receipts in one shop, and the same divided among many shops. Beside it what a
 * receipt pays for the sums that these read.
 * `npm run bench:shop -- --buyers=1000000 --receipts=5000000 --shops=1,200 --times=20`
 *
 * Filling takes minutes, so a shop can be kept while what reads it is changed: `--hold=shop.json`
 * leaves it running and asks nothing; `--held=shop.json` starts the present code on its database
 * and asks that, of everything or with `--only='segment|tag'` of what is named so.
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '#server/io/db.ts'
import { asManyAsUsual, prepareProgram, type Program } from '#server/testing/program.ts'
import {
  callPos,
  openRemoteShop,
  openVisitor,
  type RemoteShop,
} from '#server/testing/remote-shop.ts'
import { fillShop } from './fill-shop.ts'
import { requestOf } from './load.ts'

const { values: options } = parseArgs({
  options: {
    buyers: { type: 'string', default: '1000000' },
    receipts: { type: 'string', default: '5000000' },
    shops: { type: 'string', default: '1,200' },
    times: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    hold: { type: 'string' },
    held: { type: 'string' },
  },
})
const [buyers, receipts, times] = [options.buyers, options.receipts, options.times].map(Number) as [
  ...[number, number, number],
]
const POINTS = 5
const LISTS_MS = 200
const REPORTS_MS = 1000

type Asked = {
  name: string
  limit_ms: number
  ask: (turn: number) => Promise<{ status: number; body: { data?: { total?: number } } }>
}

const print = (name: string, value: string) => console.log(`${name.padEnd(62)} ${value}`)
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Everything that is asked, each in the words the cabinet uses. */
function questions({
  owner,
  organization_id,
}: Pick<RemoteShop, 'owner' | 'organization_id'>): Asked[] {
  const list = (name: string, ask: (turn: number) => object): Asked => ({
    name: `list: ${name}`,
    limit_ms: LISTS_MS,
    ask: (turn) =>
      owner.call('POST', '/api/v1/buyers/get_buyers_data', {
        ...{ organization_id, count_up_to: 10_000 },
        ...ask(turn),
      }),
  })
  const segment = (name: string, filter: object): Asked => ({
    name: `segment: ${name}`,
    limit_ms: REPORTS_MS,
    ask: () =>
      owner.call('POST', '/api/v1/segmentations/segmentation_result', {
        ...{ organization_id, count_only: true },
        ...filter,
      }),
  })
  const report = (name: string, path: string, asked: Record<string, string> = {}): Asked => {
    const year = { start_date: dayBefore(364), end_date: dayBefore(0) }
    const query = new URLSearchParams({ organization_id, ...year, ...asked }).toString()
    return {
      name: `report of a year: ${name}`,
      limit_ms: REPORTS_MS,
      ask: () => owner.call('GET', `/api/v1/stats/${path}?${query}`),
    }
  }
  const sorts = ['last_visit_at', 'joined_at', 'name', 'balance', 'turnover', 'receipts_count']
  return [
    ...sorts.flatMap((sort) => [
      list(`by ${sort}, down`, () => ({ sort: `-${sort}` })),
      list(`by ${sort}, up`, () => ({ sort })),
    ]),
    list('page 200', () => ({ page: 200 })),
    list('part of a phone', (turn) => ({ q: String(1000 + ((turn * 373) % 9000)) })),
    list('a name', (turn) => ({ q: `Коваль ${9 * turn}` })),
    list('a common name', () => ({ q: 'Олена' })),
    list('with a tag', () => ({ tag: 'постійні' })),
    list('with a tag of those who never came', () => ({ tag: 'не були' })),
    list('blocked ones', () => ({ status: 'blocked' })),
    segment('everybody', {}),
    segment('spent a sum and came lately', {
      ...{ turnover: { from: 500 }, last_purchase_days: { to: 60 } },
    }),
    segment('the same with its first page', {
      ...{ turnover: { from: 500 }, last_purchase_days: { to: 60 }, count_only: false },
    }),
    segment('coffee but no dessert, 30 to 60 days ago', {
      period: { days_ago: { from: 30, to: 60 } },
      positive_barcodes: { codes: ['100000', '100002'] },
      negative_barcodes: { codes: ['100001'] },
    }),
    segment('the best two fifths by RFM', { rfm: { r: [4, 5], m: [4, 5] } }),
    segment('birthday soon, with consent', {
      ...{ birthday: { in_days_from: 0, in_days_to: 14 }, consent_marketing: true },
    }),
    report('by day', 'period', { group: 'day' }),
    report('by day and point of sale', 'period', { group: 'day', by: 'pos' }),
    report('by month and point of sale', 'period', { group: 'month', by: 'pos' }),
    report('the overview', 'dashboard_report'),
    report('what the program cost', 'program_report'),
    report('kinds of movements', 'transactions_report'),
    report('movements, a page', 'transactions'),
    report('accounts that moved in it, a page', 'contos'),
    {
      ...{ name: 'report: accounts as they are now, a page', limit_ms: REPORTS_MS },
      ask: () => owner.call('GET', `/api/v1/stats/contos?organization_id=${organization_id}`),
    },
  ]
}

async function measure({ name, limit_ms, ask }: Asked): Promise<void> {
  const took: number[] = []
  let refused = 0
  let found: number | undefined
  for (let turn = 0; turn <= times; turn += 1) {
    const from = performance.now()
    const { status, body } = await ask(turn)
    if (status !== 200) refused += 1
    found = body.data?.total
    // The first one warms what a shop at work has warm.
    if (turn > 0) took.push(performance.now() - from)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const [p50, p95] = [at(sorted, 0.5), at(sorted, 0.95)]
  const kept = p95 <= limit_ms && refused === 0 ? 'kept' : 'NOT KEPT'
  const told = `${found === undefined ? '' : `, found ${found}`}${refused > 0 ? `, refused ${refused}` : ''}`
  print(name, `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms (≤ ${limit_ms}: ${kept})${told}`)
}

/**
 * What a receipt pays for the sums of days that reports read: the very same writes alone, each in a
 * transaction of its own, without what an empty transaction costs.
 */
async function tellWriteCost(client: pg.Client, organization_id: string): Promise<void> {
  const count = 5000
  const wal = async () => {
    const { rows } = await client.query<{ at: string }>(
      `select pg_current_wal_insert_lsn() - '0/0' as at`,
    )
    return Number(rows[0]?.at)
  }
  const each = async (statement: string) => {
    const [from, before] = [performance.now(), await wal()]
    await client.query(
      `do $$ begin for n in 1..${count} loop ${statement}; commit; end loop; end $$`,
    )
    const us = ((performance.now() - from) * 1000) / count
    return { us, bytes: ((await wal()) - before) / count }
  }
  const { rows } = await client.query<{ id: string }>(
    'select id from pos where organization_id = $1 order by id limit 1',
    [organization_id],
  )
  const [shop, pos] = [`'${organization_id}'::uuid`, `'${rows[0]?.id}'::uuid`]
  const nothing = await each('perform 1')
  const tell = async (name: string, statement: string) => {
    const { us, bytes } = await each(statement)
    const more = [us - nothing.us, bytes - nothing.bytes].map((one) => Math.max(0, one).toFixed(0))
    print(`a receipt pays for ${name}`, `${more[0]} µs, ${more[1]} bytes of WAL`)
  }
  await tell(
    'the sums of its point of sale (pos_day)',
    `update pos_day set receipts = receipts + 1, paid = paid + 1
      where organization_id = ${shop} and day = current_date - 1 and pos_id = ${pos}`,
  )
  await tell(
    'the sums of its buyer (account_day)',
    `insert into account_day as s values (${shop}, gen_random_uuid(), current_date, 1, 1)
      on conflict (organization_id, buyer_id, day) do update set turnover = s.turnover + 1`,
  )
}

async function fill(program: Program, client: pg.Client, shops: number): Promise<RemoteShop> {
  const shop = await openRemoteShop(program.base)
  const { organization_id, pos_id, integration_token } = shop
  const { path, body } = requestOf('create', 1)
  const { status } = await callPos(program.base, integration_token, path, JSON.parse(body))
  if (status !== 201) throw new Error(`a receipt was refused: ${status}`)
  const { rows } = await client.query<{ content: string }>(
    'select content from receipt where organization_id = $1',
    [organization_id],
  )
  const columns =
    'organization_id, name, type, address, phone, code, external_code, visible, schedule'
  const made = await client.query<{ id: string }>(
    `insert into pos (id, created_at, ${columns})
     select gen_random_uuid(), now(), organization_id, name || n, type, address, phone, code || n,
       external_code, visible, schedule
     from pos, generate_series(2, ${POINTS}) as n where id = $1 returning id`,
    [pos_id],
  )
  const from = performance.now()
  const { db, close } = openDatabase(program.migrate_url, { pool: 2 })
  await fillShop(
    { client, db },
    {
      ...{ organization_id, content: rows[0]?.content ?? '' },
      ...{ buyers: Math.ceil(buyers / shops), receipts: Math.ceil(receipts / shops) },
      pos_ids: [pos_id, ...made.rows.map(({ id }) => id)],
    },
    shops - 1,
  )
  await close()
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  console.log(
    `\n${buyers} buyers and ${receipts} receipts in ${shops} shops, filled in ${seconds} s`,
  )
  // Filling may take longer than a session lives without being asked for anything.
  const { email, password } = shop
  const { status: signed_in } = await shop.owner.call('POST', '/api/v1/user/login', {
    ...{ email, password },
  })
  if (signed_in !== 200) throw new Error(`the owner could not sign in again: ${signed_in}`)
  return shop
}

type Held = { email: string; password: string; organization_id: string; data_dir: string }

/** Keeps a filled shop until the process is told to end. */
async function hold(program: Program, shop: RemoteShop, file: string): Promise<void> {
  const { email, password, organization_id } = shop
  const held: Held = { email, password, organization_id, data_dir: program.data_dir }
  writeFileSync(file, JSON.stringify(held))
  console.log(`held at ${program.base} as ${email}; its database is ${program.migrate_url}`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

/** Asks the present code, started on the database of a shop that another run holds. */
async function askHeld(file: string): Promise<void> {
  const held = JSON.parse(readFileSync(file, 'utf8')) as Held
  const host = encodeURIComponent(join(held.data_dir, 'postgres', 'socket'))
  const program = await prepareProgram({
    ...{ LOG_LEVEL: 'error', DEMO: 'false', ...asManyAsUsual },
    DATABASE_URL: `postgres://verta_app@localhost/verta?host=${host}`,
    DATABASE_MIGRATE_URL: `postgres://verta_owner@localhost/verta?host=${host}`,
    SECRET_KEYS: readFileSync(join(held.data_dir, 'secret-keys'), 'utf8').trim(),
  })
  await program.start()
  try {
    const owner = openVisitor(program.base)
    const { email, password } = held
    await owner.call('POST', '/api/v1/user/login', { email, password })
    await askAll({ owner, organization_id: held.organization_id })
  } finally {
    await program.remove()
  }
}

async function askAll(shop: Pick<RemoteShop, 'owner' | 'organization_id'>): Promise<void> {
  const wanted = new RegExp(options.only, 'u')
  for (const question of questions(shop).filter(({ name }) => wanted.test(name))) {
    await measure(question)
  }
}

async function fillAndAsk(shops: number): Promise<void> {
  const program = await prepareProgram({ ...asManyAsUsual, LOG_LEVEL: 'silent', DEMO: 'false' })
  await program.start()
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  try {
    const shop = await fill(program, client, shops)
    if (options.hold) return await hold(program, shop, options.hold)
    await askAll(shop)
    await tellWriteCost(client, shop.organization_id)
  } finally {
    await client.end()
    await program.remove()
  }
}

if (options.held) await askHeld(options.held)
else for (const shops of options.shops.split(',').map(Number)) await fillAndAsk(shops)
