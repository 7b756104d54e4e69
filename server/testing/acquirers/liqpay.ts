import { createHash } from 'node:crypto'
import { move, newOrder, type AcquirerOrder, type StandIn } from './acquirer.ts'

export const LIQPAY_KEYS = { public_key: 'sandbox_i1234', private_key: 'sandbox_secret' }
type Algorithm = 'sha1' | 'sha3-256'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

type Fields = Record<string, unknown> & { amount?: number; order_id?: string }

/** LiqPay: refuses a wrong signature or version, finer amounts, unknown and repeated orders. */
export function openLiqPayStandIn(algorithm: Algorithm): StandIn {
  const { public_key, private_key } = LIQPAY_KEYS
  const orders = new Map<string, AcquirerOrder>()
  const sign = (data: string, key = private_key, by: Algorithm = algorithm) =>
    createHash(by)
      .update(key + data + key)
      .digest('base64')
  const version = algorithm === 'sha1' ? 3 : 7

  const open = (query: URLSearchParams): Fields | undefined => {
    const data = query.get('data') ?? ''
    if (data === '' || query.get('signature') !== sign(data)) return undefined
    const fields = JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as Fields
    return fields['public_key'] === public_key && fields['version'] === version ? fields : undefined
  }
  const bodyOf = (order: AcquirerOrder, merchant = public_key) => ({
    ...{ public_key: merchant, version, action: 'pay', payment_id: order.provider_id },
    order_id: order.order_id,
    status: order.word,
    amount: order.amount / 100,
    currency: order.currency,
    ...(order.word === 'success' &&
      order.save_card && { card_token: order.token, sender_card_mask2: '414943*14' }),
  })
  const error = (err_code: string) => ({ status: 200, json: { result: 'error', err_code } })

  function create(fields: Fields): AcquirerOrder | string {
    const { amount, order_id = '' } = fields
    if (typeof amount !== 'number' || !/^\d+(\.\d{1,2})?$/.test(String(amount))) return 'err_amount'
    if (orders.has(order_id)) return 'order_id_duplicate'
    const order = newOrder({
      order_id,
      provider_id: String(1_000_000 + orders.size),
      amount: Math.round(amount * 100),
      currency: text(fields['currency']),
      word: 'created',
      save_card: fields['recurringbytoken'] === '1',
      return_url: text(fields['result_url']),
      callback_url: text(fields['server_url']),
      token: `card ${order_id}`,
    })
    orders.set(order_id, order)
    return order
  }

  const standIn: StandIn = {
    orders,
    words: {
      created: 'created',
      processing: 'processing',
      paid: 'success',
      failed: 'failure',
      refunded: 'reversed',
    },
    declines: false,
    callback(order_id, forgery = {}) {
      const order = orders.get(order_id)
      if (!order) throw new Error('no such order')
      const body = bodyOf({ ...order, ...forgery }, forgery.merchant)
      const data = Buffer.from(JSON.stringify(body)).toString('base64')
      const other = algorithm === 'sha1' ? 'sha3-256' : 'sha1'
      const by = forgery.wrong_algorithm ? other : algorithm
      const signature = sign(data, forgery.wrong_key ? 'another' : private_key, by)
      const sent = forgery.tampered
        ? Buffer.from(`${JSON.stringify(body)} `).toString('base64')
        : data
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ data: sent, signature }).toString(),
      }
    },
    answer({ method, path, query, body }) {
      if (method === 'GET' && path === '/api/3/checkout') {
        const fields = open(query)
        if (!fields || fields['action'] !== 'pay') return error('err_signature')
        const order_id = fields.order_id ?? ''
        if (!orders.has(order_id)) create(fields)
        return { status: 200, page_of: order_id }
      }
      if (`${method} ${path}` !== 'POST /api/request') return undefined
      const fields = open(new URLSearchParams(body))
      if (!fields) return error('err_signature')
      if (fields['action'] === 'paytoken') {
        const known = [...orders.values()].some(({ token }) => token === fields['card_token'])
        if (!known) return error('err_token')
        const made = create(fields)
        if (typeof made === 'string') return error(made)
        move(made, standIn.declines ? 'failure' : 'success')
        return { status: 200, json: bodyOf(made) }
      }
      const order = orders.get(fields.order_id ?? '')
      if (!order) return error('payment_not_found')
      if (fields['action'] === 'status') return { status: 200, json: bodyOf(order) }
      if (fields['action'] !== 'refund' || order.word !== 'success') return error('err_action')
      move(order, 'reversed')
      return { status: 200, json: { result: 'ok', status: 'reversed' } }
    },
  }
  return standIn
}
