import { createHash } from 'node:crypto'
import type { CardToken, Order, OrderState, PaymentProvider } from './provider.ts'
import { decimalOf, minorOf, readJson, sameSecret, talk, textOf } from './talk.ts'

type Algorithm = 'sha1' | 'sha3-256'
type LiqPayConfig = {
  public_key: string
  private_key: string
  signature: Algorithm
  callback_signature: Algorithm
  url: string
}

const failed = new Set(['failure', 'error'])
const refunded = new Set(['reversed'])
const paid = new Set(['success', 'sandbox'])

/** `data` is base64 of JSON, `signature` base64 of the raw digest of key + data + key. */
const sign = (key: string, data: string, algorithm: Algorithm) =>
  createHash(algorithm)
    .update(key + data + key)
    .digest('base64')

type Line = ReturnType<typeof lineTo>

/** How it is called: fields packed and signed, the answer read. */
function lineTo(config: LiqPayConfig) {
  const { public_key, private_key, url } = config
  const version = config.signature === 'sha1' ? 3 : 7
  const pack = (fields: object) => {
    const json = JSON.stringify({ version, public_key, ...fields })
    const data = Buffer.from(json).toString('base64')
    return { data, signature: sign(private_key, data, config.signature) }
  }
  const request = async (fields: object, again: boolean) => {
    const { text } = await talk('liqpay', {
      method: 'POST',
      url: `${url}/api/request`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(pack(fields)).toString(),
      again,
    })
    return readJson('liqpay', text)
  }
  return { url, pack, request }
}

const orderFields = (order: Order) => ({
  order_id: order.order_id,
  amount: Number(decimalOf(order.amount)),
  currency: order.currency,
  description: order.description,
  server_url: order.callback_url,
})

function callsOf({
  url,
  pack,
  request,
}: Line): Omit<PaymentProvider, 'readCallback' | 'acknowledge'> {
  return {
    async open(order) {
      const { data, signature } = pack({
        action: 'pay',
        ...orderFields(order),
        result_url: order.return_url,
        language: 'uk',
        ...(order.save_card_for !== null && { recurringbytoken: '1' }),
      })
      const query = new URLSearchParams({ data, signature }).toString()
      return { page_url: `${url}/api/3/checkout?${query}`, provider_id: null }
    },

    async charge(order, card_token) {
      await request(
        { action: 'paytoken', card_token, is_recurring: true, ...orderFields(order) },
        false,
      )
      return { provider_id: null }
    },

    async status({ order_id }) {
      const body = await request({ action: 'status', order_id }, true)
      const unknown =
        body['err_code'] === 'payment_not_found' || body['code'] === 'payment_not_found'
      if (unknown || textOf(body['order_id']) !== order_id) return undefined
      return stateOf(body)
    },

    async refund({ order_id, amount }) {
      const body = await request(
        { action: 'refund', order_id, amount: Number(decimalOf(amount)) },
        false,
      )
      if (body['result'] === 'error') throw new Error('liqpay: the refund was refused')
    },
  }
}

/**
 * LiqPay of PrivatBank. Which digest signs is told by the configuration, never by a message: an
 * attacker could else choose the weaker one. Its API is 7 with SHA3-256 and 3 with SHA-1.
 */
export function openLiqPay(config: LiqPayConfig): PaymentProvider {
  const { public_key, private_key } = config
  return {
    ...callsOf(lineTo(config)),

    async readCallback(bytes) {
      const form = new URLSearchParams(bytes.toString('utf8'))
      const [data, signature] = [form.get('data') ?? '', form.get('signature') ?? '']
      const right = sign(private_key, data, config.callback_signature)
      if (data === '' || !sameSecret(signature, right)) return 'forged'
      const body = readJson('liqpay', Buffer.from(data, 'base64').toString('utf8'))
      const word = textOf(body['status'])
      return {
        order_id: textOf(body['order_id']),
        provider_id: null,
        amount: minorOf(body['amount']),
        currency: textOf(body['currency']),
        merchant_is_ours: textOf(body['public_key']) === public_key,
        word,
        dedupe_key: `${textOf(body['order_id'])} ${textOf(body['payment_id'])} ${word}`,
        card: cardOf(body),
      }
    },

    acknowledge: () => ({}),
  }
}

function stateOf(body: Record<string, unknown>): OrderState {
  const word = textOf(body['status'])
  return {
    state: paid.has(word)
      ? 'paid'
      : refunded.has(word)
        ? 'refunded'
        : failed.has(word)
          ? 'failed'
          : 'pending',
    amount: minorOf(body['amount']),
    currency: textOf(body['currency']),
    word,
    provider_id: null,
    sandbox: word === 'sandbox',
    card: cardOf(body),
  }
}

function cardOf(body: Record<string, unknown>): CardToken | undefined {
  const token = textOf(body['card_token'])
  return token === '' ? undefined : { token, card_mask: textOf(body['sender_card_mask2']) }
}
