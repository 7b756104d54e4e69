import { createHmac } from 'node:crypto'
import { move, newOrder, type AcquirerOrder, type StandIn } from './acquirer.ts'

export const WAYFORPAY_KEYS = { merchant: 'verta_test', secret: 'flk3409refn54t54t' }

const answered = [
  'merchantAccount',
  'orderReference',
  'amount',
  'currency',
  'authCode',
  'cardPan',
  'transactionStatus',
  'reasonCode',
]

type Fields = Record<string, unknown>
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** WayForPay: refuses a wrong merchant or signature, amounts not of two digits, unknown orders. */
export function openWayForPayStandIn(): StandIn {
  const { merchant, secret } = WAYFORPAY_KEYS
  const orders = new Map<string, AcquirerOrder>()
  const sign = (values: string[], key = secret) =>
    createHmac('md5', key).update(values.join(';')).digest('hex')

  const bodyOf = (order: AcquirerOrder, merchantAccount = merchant): Fields => ({
    merchantAccount,
    orderReference: order.order_id,
    // Their PHP writes whole amounts without a fraction.
    amount: order.amount / 100,
    currency: order.currency,
    authCode: order.word === 'Approved' ? '541963' : '',
    cardPan: '41****8217',
    transactionStatus: order.word,
    reasonCode: order.word === 'Approved' ? 1100 : 1101,
    ...(order.word === 'Approved' && order.save_card && { recToken: order.token }),
  })
  const signed = (body: Fields, key = secret) => ({
    ...body,
    merchantSignature: sign(
      answered.map((name) => text(body[name])),
      key,
    ),
  })
  const refused = (reasonCode: number) => ({ status: 200, json: { reasonCode, reason: 'refused' } })

  function create(fields: Fields, list: (name: string) => string[]): AcquirerOrder | number {
    if (fields['merchantAccount'] !== merchant) return 1109
    const names = ['merchantDomainName', 'orderReference', 'orderDate', 'amount', 'currency']
    const values = [merchant, ...names.map((name) => text(fields[name]))]
    const products = ['productName', 'productCount', 'productPrice'].flatMap(list)
    if (fields['merchantSignature'] !== sign([...values, ...products])) return 1113
    if (!/^\d+\.\d{2}$/.test(text(fields['amount']))) return 1106
    const order_id = text(fields['orderReference'])
    if (orders.has(order_id)) return 1112
    const order = newOrder({
      order_id,
      provider_id: order_id,
      amount: Math.round(Number(fields['amount']) * 100),
      currency: text(fields['currency']),
      word: 'Created',
      save_card: true,
      return_url: text(fields['returnUrl']),
      callback_url: text(fields['serviceUrl']),
      token: `rec ${order_id}`,
    })
    orders.set(order_id, order)
    return order
  }

  const standIn: StandIn = {
    orders,
    words: {
      created: 'Created',
      processing: 'InProcessing',
      paid: 'Approved',
      failed: 'Declined',
      refunded: 'Refunded',
    },
    declines: false,
    callback(order_id, forgery = {}) {
      const order = orders.get(order_id)
      if (!order) throw new Error('no such order')
      const body = bodyOf({ ...order, ...forgery }, forgery.merchant)
      const whole = signed(body, forgery.wrong_key ? 'another' : secret)
      const { merchantSignature } = whole
      const sha = () =>
        createHmac('sha1', secret)
          .update(answered.map((name) => text(body[name])).join(';'))
          .digest('hex')
      return {
        // Their server names JSON a form.
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: JSON.stringify({
          ...whole,
          ...(forgery.tampered && { authCode: '000000' }),
          merchantSignature: forgery.wrong_algorithm ? sha() : merchantSignature,
        }),
      }
    },
    answer({ method, path, body, headers }) {
      if (method === 'GET' && path.startsWith('/page/'))
        return { status: 200, page_of: path.slice(6) }
      if (`${method} ${path}` === 'POST /pay') {
        const form = new URLSearchParams(body)
        const made = create(Object.fromEntries(form), (name) => form.getAll(`${name}[]`))
        if (typeof made === 'number' && made !== 1112) return refused(made)
        const url = `http://${String(headers['host'])}/wayforpay/page/${form.get('orderReference')}`
        return { status: 200, json: { url } }
      }
      if (`${method} ${path}` !== 'POST /api') return undefined
      const fields = JSON.parse(body) as Fields
      const reference = text(fields['orderReference'])
      const order = orders.get(reference)
      if (fields['merchantAccount'] !== merchant) return refused(1109)
      if (fields['transactionType'] === 'CHARGE') {
        const known = [...orders.values()].some(({ token }) => token === fields['recToken'])
        if (!known) return refused(1105)
        const made = create(fields, (name) => (fields[name] as unknown[]).map(text))
        if (typeof made === 'number') return refused(made)
        move(made, standIn.declines ? 'Declined' : 'Approved')
        return { status: 200, json: signed(bodyOf(made)) }
      }
      if (fields['transactionType'] === 'CHECK_STATUS') {
        if (fields['merchantSignature'] !== sign([merchant, reference])) return refused(1113)
        return order ? { status: 200, json: signed(bodyOf(order)) } : refused(1127)
      }
      const right = sign([merchant, reference, text(fields['amount']), text(fields['currency'])])
      if (fields['merchantSignature'] !== right) return refused(1113)
      if (order?.word !== 'Approved') return refused(1130)
      move(order, 'Refunded')
      return { status: 200, json: { ...refused(1100).json, transactionStatus: 'Refunded' } }
    },
  }
  return standIn
}
