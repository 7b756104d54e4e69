/**
 * The load of a benchmark: connections that never share a buyer at a moment. By wrk where it is
 * installed, because it takes a tenth of the processor that a generator in JavaScript does, and on
 * a small machine the generator would be what is measured; by autocannon elsewhere, in a process of
 * its own: called with one JSON argument, this file prints one JSON line.
 */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { newId } from '#server/io/id.ts'

const run = promisify(execFile)

export type Load = {
  base: string
  token: string
  kind: 'create' | 'calculate' | 'no_op'
  seconds: number
  connections: number
  buyers: number
  /** The first buyer of this load. */
  from: number
}
export type Measured = {
  per_second: number
  p50_ms: number
  p99_ms: number
  answered: number
  refused: number
}

/** What every receipt of the load sells. */
export const products = [
  { barcode: '100001', name: 'Капучино', price: 65, quantity: 2 },
  { barcode: '100002', name: 'Круасан', price: 70, quantity: 1 },
  { barcode: '100003', name: 'Чизкейк', price: 120, quantity: 1 },
  { barcode: '100004', name: 'Еспресо', price: 45, quantity: 3 },
  { barcode: '100005', name: 'Кава в зернах, 250 г', price: 340, quantity: 1 },
]

/** Path, with places for the buyer and the receipt, and body of the requests of a kind. */
function templateOf(kind: Load['kind']): { path: string; body: string } {
  if (kind === 'calculate') {
    return {
      path: '/pos-api/v1/receipt?discount_amount=0&phone={phone}',
      body: JSON.stringify({ products }),
    }
  }
  return {
    path: '/pos-api/v1/bonuses/create?receipt_id={id}&discount_amount=0&bonuses_amount=0&phone={phone}',
    body: JSON.stringify({ receipt: { products }, register: {} }),
  }
}

/** Path and body of one request for the buyer of a number. */
export function requestOf(kind: Load['kind'], buyer: number): { path: string; body: string } {
  const { path, body } = templateOf(kind)
  const phone = encodeURIComponent(`+38067${String(1_000_000 + buyer)}`)
  return { path: path.replace('{phone}', phone).replace('{id}', newId(new Date())), body }
}

/** What applies the load on this machine. */
export const generator: 'wrk' | 'autocannon' = spawnSync('wrk', ['--version']).error
  ? 'autocannon'
  : 'wrk'

/** Applies the load and answers what came of it. */
export async function apply(load: Load): Promise<Measured> {
  if (generator === 'autocannon') {
    const { stdout } = await run(process.execPath, [import.meta.filename, JSON.stringify(load)])
    return JSON.parse(stdout) as Measured
  }
  const { path, body } = templateOf(load.kind)
  const script = join(import.meta.dirname, 'requests.lua')
  const { stdout } = await run('wrk', [
    ...['-t', '1', '-c', String(load.connections), '-d', String(load.seconds), '-s', script],
    ...[load.base, '--', load.token, String(load.buyers), String(load.from), path, body],
  ])
  const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Omit<
    Measured,
    'per_second'
  > & { seconds: number }
  return { ...told, per_second: told.answered / told.seconds }
}

async function applyByAutocannon(load: Load): Promise<Measured> {
  let next = load.from
  const result = await autocannon({
    url: load.base,
    connections: load.connections,
    duration: load.seconds,
    method: 'POST',
    headers: { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' },
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          next = (next + 1) % load.buyers
          return { ...request, ...requestOf(load.kind, next) }
        },
      },
    ],
  })
  return {
    per_second: result['2xx'] / result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    answered: result['2xx'],
    refused: result.non2xx + result.errors,
  }
}

if (import.meta.main) {
  console.log(JSON.stringify(await applyByAutocannon(JSON.parse(process.argv[2] ?? '{}') as Load)))
}
