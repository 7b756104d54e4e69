import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { move, newOrder, type AcquirerOrder, type StandIn } from './acquirer.ts'

export const MONOBANK_TOKEN = 'u-monobank-test-token'

type InvoiceAsk = {
  amount?: unknown
  ccy?: unknown
  merchantPaymInfo?: { reference?: string }
  redirectUrl?: string
  webHookUrl?: string
  saveCardData?: { saveCard?: boolean; walletId?: string }
  cardToken?: string
  initiationKind?: string
  invoiceId?: string
}

const refused = (status: number, errText: string) => ({ status, json: { errCode: 'BAD', errText } })

/** monobank's acquiring: refuses a wrong token, an amount that is no whole kopecks, strange ids. */
export function openMonobankStandIn(): StandIn {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const others = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const orders = new Map<string, AcquirerOrder>()
  const byInvoice = (id: unknown) => [...orders.values()].find((one) => one.provider_id === id)
  const began = Date.UTC(2026, 10, 21)

  const bodyOf = (order: AcquirerOrder) => ({
    invoiceId: order.provider_id,
    status: order.word,
    amount: order.amount,
    ccy: order.currency === 'UAH' ? 980 : 840,
    reference: order.order_id,
    createdDate: new Date(began).toISOString(),
    modifiedDate: new Date(began + order.modified * 1000).toISOString(),
    ...(order.word === 'success' &&
      order.save_card && {
        walletData: { cardToken: order.token, walletId: 'w', status: 'created' },
        paymentInfo: { maskedPan: '444403******1902' },
      }),
  })

  function create(ask: InvoiceAsk): AcquirerOrder | string {
    const { amount, ccy, merchantPaymInfo, redirectUrl = '', webHookUrl = '' } = ask
    if (!Number.isSafeInteger(amount) || (amount as number) <= 0) return 'invalid amount'
    if (ccy !== 980) return 'invalid ccy'
    if (!URL.canParse(webHookUrl)) return 'invalid webHookUrl'
    const order = newOrder({
      order_id: merchantPaymInfo?.reference ?? '',
      provider_id: `p2_${randomBytes(8).toString('base64url')}`,
      amount: amount as number,
      currency: 'UAH',
      word: 'created',
      save_card: ask.saveCardData?.saveCard === true,
      return_url: redirectUrl,
      callback_url: webHookUrl,
      token: createHash('sha1')
        .update(merchantPaymInfo?.reference ?? '')
        .digest('hex'),
    })
    orders.set(order.order_id, order)
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
      const told = { ...order, ...forgery }
      const body = JSON.stringify(bodyOf(told))
      const key = forgery.wrong_key ? others.privateKey : keys.privateKey
      const digest = forgery.wrong_algorithm ? 'sha1' : 'sha256'
      const signature = sign(digest, Buffer.from(body), key).toString('base64')
      return {
        headers: { 'content-type': 'application/json', 'x-sign': signature },
        body: forgery.tampered ? `${body} ` : body,
      }
    },
    answer({ method, path, query, headers, body }) {
      if (path.startsWith('/pay/'))
        return { status: 200, page_of: byInvoice(path.slice(5))?.order_id ?? '' }
      if (headers['x-token'] !== MONOBANK_TOKEN) return refused(403, 'forbidden')
      const ask = (body === '' ? {} : JSON.parse(body)) as InvoiceAsk
      switch (`${method} ${path}`) {
        case 'GET /api/merchant/pubkey': {
          const pem = keys.publicKey.export({ type: 'spki', format: 'pem' })
          return { status: 200, json: { key: Buffer.from(pem).toString('base64') } }
        }
        case 'POST /api/merchant/invoice/create': {
          const made = create(ask)
          if (typeof made === 'string') return refused(400, made)
          const pageUrl = `http://${String(headers['host'])}/monobank/pay/${made.provider_id}`
          return { status: 200, json: { invoiceId: made.provider_id, pageUrl } }
        }
        case 'POST /api/merchant/wallet/payment': {
          const known = [...orders.values()].some(({ token }) => token === ask.cardToken)
          if (!known || ask.initiationKind !== 'merchant') return refused(400, 'invalid cardToken')
          const made = create(ask)
          if (typeof made === 'string') return refused(400, made)
          move(made, standIn.declines ? 'failure' : 'success')
          return { status: 200, json: { invoiceId: made.provider_id, status: made.word } }
        }
        case 'GET /api/merchant/invoice/status': {
          const order = byInvoice(query.get('invoiceId'))
          return order ? { status: 200, json: bodyOf(order) } : refused(404, 'invoice not found')
        }
        case 'GET /api/merchant/statement': {
          const list = [...orders.values()].map(({ provider_id, order_id, word }) => ({
            ...{ invoiceId: provider_id, reference: order_id, status: word },
          }))
          return { status: 200, json: { list } }
        }
        case 'POST /api/merchant/invoice/cancel': {
          const order = byInvoice(ask.invoiceId)
          if (order?.word !== 'success') return refused(400, 'cannot be cancelled')
          move(order, 'reversed')
          return { status: 200, json: { status: 'success' } }
        }
        default:
          return undefined
      }
    },
  }
  return standIn
}
