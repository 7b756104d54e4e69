import { createHmac } from 'node:crypto'
import type { CardToken, Order, OrderState, PaymentProvider } from './provider.ts'
import { decimalOf, minorOf, ProviderSilent, readJson, sameSecret, talk, textOf } from './talk.ts'

type WayForPayConfig = {
  merchant: string
  secret: string
  url: string
  api_url: string
  /** Our own host, as it is registered there. */
  domain: string
}

const failed = new Set(['Declined', 'Expired'])
const refunded = new Set(['Refunded', 'Voided'])
const ORDER_NOT_FOUND = '1127'
const signedInAnswers = [
  'merchantAccount',
  'orderReference',
  'amount',
  'currency',
  'authCode',
  'cardPan',
  'transactionStatus',
  'reasonCode',
]
/** Signed as they are written: `590` and `590.00` have different signatures. */
const kept = ['amount', 'reasonCode', 'fee', 'createdDate', 'processingDate']

type Line = ReturnType<typeof lineTo>

/** How it is called and how its answers are believed: values joined, signed by HMAC-MD5. */
function lineTo(config: WayForPayConfig) {
  const { merchant, secret, domain } = config
  const sign = (...values: string[]) =>
    createHmac('md5', secret).update(values.join(';'), 'utf8').digest('hex')
  const isSigned = (body: Record<string, unknown>) =>
    sameSecret(
      textOf(body['merchantSignature']),
      sign(...signedInAnswers.map((name) => textOf(body[name]))),
    )
  const request = async (fields: object, again: boolean) => {
    const { text } = await talk('wayforpay', {
      method: 'POST',
      url: `${config.api_url}/api`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ merchantAccount: merchant, apiVersion: 1, ...fields }),
      again,
    })
    return readJson('wayforpay', text, kept)
  }
  const orderFields = (order: Order) => {
    const amount = decimalOf(order.amount)
    const date = String(Math.floor(order.created_at.getTime() / 1000))
    const { order_id, currency, description } = order
    const signed = [merchant, domain, order_id, date, amount, currency, description, '1', amount]
    return {
      merchantDomainName: domain,
      merchantSignature: sign(...signed),
      orderReference: order_id,
      orderDate: date,
      amount,
      currency,
      serviceUrl: order.callback_url,
      productName: [description],
      productCount: ['1'],
      productPrice: [amount],
    }
  }
  return { config, sign, isSigned, request, orderFields }
}

function payingOf({
  config,
  request,
  orderFields,
}: Line): Pick<PaymentProvider, 'open' | 'charge'> {
  const { merchant } = config
  return {
    async open(order) {
      const { productName, productCount, productPrice, ...plain } = orderFields(order)
      const form = new URLSearchParams({
        merchantAccount: merchant,
        merchantAuthType: 'SimpleSignature',
        merchantTransactionSecureType: 'AUTO',
        language: 'UA',
        returnUrl: order.return_url,
        ...plain,
      })
      for (const value of productName) form.append('productName[]', value)
      for (const value of productCount) form.append('productCount[]', value)
      for (const value of productPrice) form.append('productPrice[]', value)
      const { text } = await talk('wayforpay', {
        method: 'POST',
        url: `${config.url}/pay?behavior=offline`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        // The same order opens the same page.
        again: true,
      })
      const page_url = textOf(readJson('wayforpay', text)['url'])
      if (!URL.canParse(page_url)) throw new ProviderSilent('wayforpay', 'told no page')
      return { page_url, provider_id: null }
    },

    async charge(order, recToken) {
      await request(
        {
          transactionType: 'CHARGE',
          merchantTransactionSecureType: 'NON3DS',
          recToken,
          ...orderFields(order),
        },
        false,
      )
      return { provider_id: null }
    },
  }
}

function askingOf(line: Line): Pick<PaymentProvider, 'status' | 'refund'> {
  const { sign, isSigned, request } = line
  const { merchant } = line.config
  return {
    async status({ order_id }) {
      const body = await request(
        {
          transactionType: 'CHECK_STATUS',
          orderReference: order_id,
          merchantSignature: sign(merchant, order_id),
        },
        true,
      )
      if (textOf(body['reasonCode']) === ORDER_NOT_FOUND) return undefined
      if (!isSigned(body)) throw new ProviderSilent('wayforpay', 'answered without its signature')
      return textOf(body['orderReference']) === order_id ? stateOf(body) : undefined
    },

    async refund({ order_id, amount, currency }) {
      const decimal = decimalOf(amount)
      const body = await request(
        {
          transactionType: 'REFUND',
          orderReference: order_id,
          amount: decimal,
          currency,
          comment: 'Refund',
          merchantSignature: sign(merchant, order_id, decimal, currency),
        },
        false,
      )
      if (textOf(body['reasonCode']) !== '1100') throw new Error('wayforpay: refund refused')
    },
  }
}

/** WayForPay: HMAC-MD5 in hex over values joined by `;`, both ways. */
export function openWayForPay(config: WayForPayConfig): PaymentProvider {
  const line = lineTo(config)
  const { sign, isSigned } = line
  return {
    ...payingOf(line),
    ...askingOf(line),

    async readCallback(bytes) {
      let body: Record<string, unknown>
      try {
        body = readJson('wayforpay', bytes.toString('utf8'), kept)
      } catch {
        return 'forged'
      }
      if (!isSigned(body)) return 'forged'
      const word = textOf(body['transactionStatus'])
      const order_id = textOf(body['orderReference'])
      return {
        order_id,
        provider_id: null,
        amount: minorOf(body['amount']),
        currency: textOf(body['currency']),
        merchant_is_ours: textOf(body['merchantAccount']) === config.merchant,
        word,
        dedupe_key: `${order_id} ${word} ${textOf(body['reasonCode'])}`,
        card: cardOf(body),
      }
    },

    acknowledge({ order_id }, now) {
      const time = Math.floor(now.getTime() / 1000)
      const status = 'accept'
      const signature = sign(order_id, status, String(time))
      return { orderReference: order_id, status, time, signature }
    },
  }
}

function stateOf(body: Record<string, unknown>): OrderState {
  const word = textOf(body['transactionStatus'])
  return {
    state:
      word === 'Approved'
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
    sandbox: false,
    card: cardOf(body),
  }
}

function cardOf(body: Record<string, unknown>): CardToken | undefined {
  const token = textOf(body['recToken'])
  return token === '' ? undefined : { token, card_mask: textOf(body['cardPan']) }
}
