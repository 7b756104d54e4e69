/**
 * One interface to every acquirer: what we ask of it and what it tells us.
 *
 * An order goes by our own id (`order_id`); monobank names its invoices itself as well
 * (`provider_id`). Nothing here decides what is granted: a callback only says that it is worth
 * asking, and `status` is what the provider itself knows.
 */

export const providerNames = ['monobank', 'liqpay', 'wayforpay'] as const
export type ProviderName = (typeof providerNames)[number]

export type Order = {
  order_id: string
  /** Minor units. */
  amount: number
  currency: string
  description: string
  created_at: Date
  /** Where the person goes back to; it grants nothing. */
  return_url: string
  callback_url: string
  /** Let the provider keep the card for us; the group its tokens belong to. */
  save_card_for: string | null
}

/** How to name an order that was opened before. */
type OrderName = { order_id: string; provider_id: string | null; created_at: Date }

/** A card that may be charged again. */
export type CardToken = { token: string; card_mask: string }

/** What became of an order, as the provider answers when asked. */
export type OrderState = {
  state: 'pending' | 'paid' | 'failed' | 'refunded'
  /** Minor units; undefined where the provider told no amount or one finer than a kopeck. */
  amount: number | undefined
  currency: string
  /** The provider's own word. */
  word: string
  provider_id: string | null
  /** No real money: never believed in production. */
  sandbox: boolean
  card?: CardToken | undefined
}

/** News of a callback whose signature is right. */
export type News = {
  order_id: string
  provider_id: string | null
  amount: number | undefined
  currency: string
  /** Whether it names us as who gets the money. */
  merchant_is_ours: boolean
  word: string
  /** The same for the same news. */
  dedupe_key: string
  /** Some tell the card only here. */
  card?: CardToken | undefined
}

export type PaymentProvider = {
  /** Prepares an order; answers the page where the person pays. */
  open(order: Order): Promise<{ page_url: string; provider_id: string | null }>
  /** Charges a kept card. What came of it is asked by `status`: an answer may be lost. */
  charge(order: Order, token: string): Promise<{ provider_id: string | null }>
  /** Undefined: the provider knows no such order. */
  status(order: OrderName): Promise<OrderState | undefined>
  refund(order: OrderName & { amount: number; currency: string }): Promise<void>
  /** Checks the signature over the bytes before anything is read from them. */
  readCallback(
    bytes: Buffer,
    header: (name: string) => string | undefined,
  ): Promise<News | 'forged'>
  /** What the provider wants to hear, so that it stops repeating. */
  acknowledge(news: News, now: Date): object
}
