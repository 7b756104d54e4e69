/**
 * What a payment becomes when its provider says something.
 *
 * Providers repeat and reorder; an order only moves forward: pending → paid → refunded. A failure
 * is not the end, because people try another card on the same page. What does not fit the order in
 * amount, currency or merchant moves nothing.
 */
import type { PaymentStatus } from '#contract/payments.ts'

type Told = 'pending' | 'paid' | 'failed' | 'refunded'

/** The next status, or undefined when the news changes nothing. */
export function nextStatus(now: PaymentStatus, told: Told): PaymentStatus | undefined {
  switch (now) {
    case 'pending':
      return told === 'pending' ? undefined : told
    case 'failed':
      return told === 'paid' || told === 'refunded' ? told : undefined
    case 'paid':
      return told === 'refunded' ? told : undefined
    case 'refunded':
      return undefined
  }
}

export type Verdict = 'fits' | 'amount_differs' | 'currency_differs' | 'other_merchant' | 'sandbox'

/** Whether news is about this order and for real. */
export function verdictOn(
  order: { amount: number; currency: string },
  news: {
    amount: number | undefined
    currency: string
    merchant_is_ours?: boolean
    sandbox?: boolean
  },
  production: boolean,
): Verdict {
  if (news.merchant_is_ours === false) return 'other_merchant'
  if (news.amount !== order.amount) return 'amount_differs'
  if (news.currency !== order.currency) return 'currency_differs'
  return news.sandbox === true && production ? 'sandbox' : 'fits'
}

const HOUR_MS = 60 * 60 * 1000
/** A price agreed on holds so long: a page of a provider a day, an invoice to a bank two weeks. */
export const PAGE_LIVES_MS = 24 * HOUR_MS
export const INVOICE_LIVES_MS = 14 * 24 * HOUR_MS
/** A charge nobody knows of after this long did not happen. */
export const CHARGE_LOST_MS = HOUR_MS
/** How often a waiting payment is asked after. */
export const ASK_AGAIN_MS = 5 * 60 * 1000
