/** Sells, repeats, returns a part. Every step may be repeated: the ids and keys make it one. */
import { openPosClient } from '../../packages/pos-client/index.js'

const { VERTA_URL: origin = '', VERTA_TOKEN: token = '', VERTA_PHONE: phone } = process.env
const buyer = { phone: phone ?? '0671234567' }
const till = openPosClient({ origin, token })

type Problem = { code: string; detail: string }
/** What a call answered, or its refusal as an error. */
function must<E extends { data: unknown }>(answer: { data?: E; error?: Problem }): E['data'] {
  const { data, error } = answer
  if (error) throw new Error(`${error.code}: ${error.detail}`)
  if (data === undefined) throw new Error('the call answered nothing')
  return data.data
}

// 1. What the buyer pays, may spend and will earn. Writes nothing.
const products = [
  { name: 'Coffee', price: 65, quantity: 2 },
  { name: 'Bun', price: 40, quantity: 1 },
]
const calculated = must(
  await till.POST('/pos-api/v1/receipt', { params: { query: buyer }, body: { products } }),
)
const { receipt_id } = calculated
if (!receipt_id) throw new Error('a sale has an id')

// 2. The receipt; made twice, as after a lost answer: the second answer is the stored receipt.
for (const _time of [1, 2]) {
  must(
    await till.POST('/pos-api/v1/bonuses/create', {
      params: {
        query: { receipt_id, ...buyer },
        header: { 'Idempotency-Key': `sale-${receipt_id}` },
      },
      body: calculated.can_register ? { register: {} } : {},
    }),
  )
}

// 3. One coffee comes back: first what it would do, then exactly that.
const lines = [{ line: 1, quantity: 1 }]
const query = { receipt_id }
const { version } = must(
  await till.POST('/pos-api/v1/bonuses/cancel/estimate', { params: { query }, body: { lines } }),
)
const cancelled = must(
  await till.POST('/pos-api/v1/bonuses/cancel', {
    params: { query, header: { 'Idempotency-Key': `return-${receipt_id}` } },
    body: { lines, version, reason: 'One coffee came back' },
  }),
)
console.log(`${receipt_id} returned ${cancelled.refund_money}`)
