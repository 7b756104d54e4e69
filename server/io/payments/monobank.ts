import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { CardToken, News, Order, OrderState, PaymentProvider } from './provider.ts'
import { ProviderSilent, readJson, talk, textOf } from './talk.ts'

type MonobankConfig = { token: string; url: string }

/** ISO 4217 numbers, as monobank writes currencies. */
const numbers: Record<string, number> = { UAH: 980, USD: 840, EUR: 978 }
const currencyOf = (ccy: unknown) =>
  Object.keys(numbers).find((code) => numbers[code] === ccy) ?? textOf(ccy)

const failed = new Set(['failure', 'expired'])
const KEY_PAUSE_MS = 60_000

const opened = z.object({ invoiceId: z.string().min(1), pageUrl: z.url() })
const charged = z.object({ invoiceId: z.string().min(1) })
const statement = z.object({
  list: z.array(z.object({ invoiceId: z.string(), reference: z.string().optional() })),
})

type Request = ReturnType<typeof lineTo>

function lineTo(config: MonobankConfig) {
  return (method: 'GET' | 'POST', path: string, body: object | undefined, again: boolean) =>
    talk('monobank', {
      method,
      url: `${config.url}/api/merchant/${path}`,
      headers: { 'x-token': config.token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      again,
    })
}

/**
 * Checks signatures by the acquirer's public key, which may change while we run. Callbacks that
 * come while it is fetched wait for it; a fetch that failed is no reason to call them forged.
 */
function signaturesOf(request: Request, milliseconds: () => number) {
  let key: KeyObject | undefined
  let fetched_at = -Infinity
  let fetching: Promise<KeyObject> | undefined

  async function fetchKey(): Promise<KeyObject> {
    try {
      const { text } = await request('GET', 'pubkey', undefined, true)
      const pem = Buffer.from(textOf(readJson('monobank', text)['key']), 'base64').toString('utf8')
      key = createPublicKey(pem)
      fetched_at = milliseconds()
      return key
    } finally {
      fetching = undefined
    }
  }

  return async function isSigned(bytes: Buffer, signature: string): Promise<boolean> {
    const der = Buffer.from(signature, 'base64')
    if (der.length === 0) return false
    if (key && verify('sha256', bytes, key, der)) return true
    if (!fetching && milliseconds() - fetched_at < KEY_PAUSE_MS) return false
    fetching ??= fetchKey()
    return verify('sha256', bytes, await fetching, der)
  }
}

const orderFields = (order: Order) => ({
  amount: order.amount,
  ccy: numbers[order.currency],
  merchantPaymInfo: { reference: order.order_id, destination: order.description },
  redirectUrl: order.return_url,
  webHookUrl: order.callback_url,
})

/** The answer to a charge may be lost, and then only our reference is known. */
async function findInvoice(
  request: Request,
  order_id: string,
  created_at: Date,
): Promise<string | undefined> {
  const from = Math.floor(created_at.getTime() / 1000) - 3600
  const path = `statement?from=${from}&to=${from + 30 * 24 * 3600}`
  const { text } = await request('GET', path, undefined, true)
  const { list } = read(statement, text)
  return list.find(({ reference }) => reference === order_id)?.invoiceId
}

function callsOf(request: Request): Omit<PaymentProvider, 'readCallback' | 'acknowledge'> {
  return {
    async open(order) {
      const card = order.save_card_for && { saveCard: true, walletId: order.save_card_for }
      const body = { ...orderFields(order), ...(card && { saveCardData: card }) }
      // An invoice that nobody pays harms nobody, so it may be asked for again.
      const { text } = await request('POST', 'invoice/create', body, true)
      const { invoiceId, pageUrl } = read(opened, text)
      return { page_url: pageUrl, provider_id: invoiceId }
    },

    async charge(order, cardToken) {
      const body = { ...orderFields(order), cardToken, initiationKind: 'merchant' }
      const { status, text } = await request('POST', 'wallet/payment', body, false)
      // A card that is refused outright has no invoice.
      if (status >= 400) return { provider_id: null }
      return { provider_id: read(charged, text).invoiceId }
    },

    async status({ order_id, provider_id, created_at }) {
      const invoice = provider_id ?? (await findInvoice(request, order_id, created_at))
      if (invoice === undefined) return undefined
      const path = `invoice/status?invoiceId=${encodeURIComponent(invoice)}`
      const { status, text } = await request('GET', path, undefined, true)
      if (status === 404) return undefined
      const body = readJson('monobank', text)
      if (textOf(body['reference']) !== order_id) return undefined
      return stateOf(body)
    },

    async refund({ order_id, provider_id, created_at, amount }) {
      const invoiceId = provider_id ?? (await findInvoice(request, order_id, created_at))
      // `extRef` makes a repetition the same refund.
      const body = { invoiceId, extRef: `refund ${order_id}`, amount }
      const { status } = await request('POST', 'invoice/cancel', body, true)
      if (status >= 400) throw new Error('monobank: the refund was refused')
    },
  }
}

/**
 * monobank acquiring. It names invoices itself; our id is their `reference`. Callbacks are signed
 * by ECDSA P-256 over the body's bytes; the public key is fetched, kept, and fetched again at most
 * once a minute when a signature does not fit.
 */
export function openMonobank(config: MonobankConfig, milliseconds: () => number): PaymentProvider {
  const request = lineTo(config)
  const isSigned = signaturesOf(request, milliseconds)
  return {
    ...callsOf(request),

    async readCallback(bytes, header) {
      if (!(await isSigned(bytes, header('x-sign') ?? ''))) return 'forged'
      return newsOf(readJson('monobank', bytes.toString('utf8')))
    },

    acknowledge: () => ({}),
  }
}

function read<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  const parsed = schema.safeParse(readJson('monobank', text))
  if (parsed.success) return parsed.data
  throw new ProviderSilent('monobank', 'answered something else')
}

const amountOf = (body: Record<string, unknown>) =>
  Number.isSafeInteger(body['amount']) ? (body['amount'] as number) : undefined

function newsOf(body: Record<string, unknown>): News {
  const [invoice, word] = [textOf(body['invoiceId']), textOf(body['status'])]
  return {
    order_id: textOf(body['reference']),
    provider_id: invoice,
    amount: amountOf(body),
    currency: currencyOf(body['ccy']),
    // The signature is by a key of this merchant's own token.
    merchant_is_ours: true,
    word,
    dedupe_key: `${invoice} ${textOf(body['modifiedDate'])} ${word}`,
    card: cardOf(body),
  }
}

function stateOf(body: Record<string, unknown>): OrderState {
  const word = textOf(body['status'])
  return {
    state:
      word === 'success'
        ? 'paid'
        : word === 'reversed'
          ? 'refunded'
          : failed.has(word)
            ? 'failed'
            : 'pending',
    amount: amountOf(body),
    currency: currencyOf(body['ccy']),
    word,
    provider_id: textOf(body['invoiceId']),
    sandbox: false,
    card: cardOf(body),
  }
}

function cardOf(body: Record<string, unknown>): CardToken | undefined {
  const wallet = (body['walletData'] ?? {}) as Record<string, unknown>
  const info = (body['paymentInfo'] ?? {}) as Record<string, unknown>
  const token = textOf(wallet['cardToken'])
  if (token === '' || wallet['status'] === 'failed') return undefined
  return { token, card_mask: textOf(info['maskedPan']) }
}
