/**
 * The load of a benchmark, in a process of its own: 64 connections that never share a buyer at a
 * moment. Called with one JSON argument; prints one JSON line.
 */
import autocannon from 'autocannon'
import { newId } from '#server/io/id.ts'

export type Load = {
  base: string
  token: string
  kind: 'create' | 'calculate' | 'no_op'
  seconds: number
  connections: number
  buyers: number
}
export type Measured = {
  per_second: number
  p50_ms: number
  p99_ms: number
  answered: number
  refused: number
}

const products = [
  { name: 'Капучино', price: 65, quantity: 2 },
  { name: 'Круасан', price: 70, quantity: 1 },
  { name: 'Чизкейк', price: 120, quantity: 1 },
  { name: 'Еспресо', price: 45, quantity: 3 },
  { name: 'Кава в зернах, 250 г', price: 340, quantity: 1 },
]

/** The phone of the buyer of a number. */
export const phoneOf = (buyer: number) => `+38067${String(1_000_000 + buyer)}`

/** Path and body of one request; each asks for the next buyer in turn. */
export function requestOf(kind: Load['kind'], buyer: number): { path: string; body: string } {
  const phone = encodeURIComponent(phoneOf(buyer))
  if (kind === 'calculate') {
    return {
      path: `/pos-api/v1/receipt?discount_amount=0&phone=${phone}`,
      body: JSON.stringify({ products }),
    }
  }
  const query = `receipt_id=${newId(new Date())}&discount_amount=0&bonuses_amount=0&phone=${phone}`
  return {
    path: `/pos-api/v1/bonuses/create?${query}`,
    body: JSON.stringify({ receipt: { products }, register: {} }),
  }
}

/** Applies the load and answers what came of it. */
async function apply(load: Load): Promise<Measured> {
  let next = 0
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
  console.log(JSON.stringify(await apply(JSON.parse(process.argv[2] ?? '{}') as Load)))
}
