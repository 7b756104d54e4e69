/**
 * What the stand-ins of acquirers have in common: orders that move, pages where a person pays, and
 * callbacks signed as the real ones are, or wrongly on purpose.
 */

export type AcquirerOrder = {
  order_id: string
  /** The acquirer's own name of it. */
  provider_id: string
  /** Minor units. */
  amount: number
  currency: string
  word: string
  /** Grows with each change. */
  modified: number
  save_card: boolean
  token: string
  return_url: string
  callback_url: string
}

/** What a forger or a mistake changes in a callback. */
export type Forgery = {
  word?: string
  /** Minor units. */
  amount?: number
  currency?: string
  order_id?: string
  merchant?: string
  /** Signed with another key. */
  wrong_key?: boolean
  /** Signed by the other digest. */
  wrong_algorithm?: boolean
  /** Changed after it was signed. */
  tampered?: boolean
}

export type SignedCallback = { headers: Record<string, string>; body: string }

export type StandIn = {
  orders: Map<string, AcquirerOrder>
  words: Record<'created' | 'processing' | 'paid' | 'failed' | 'refunded', string>
  /** Cards are refused from now on. */
  declines: boolean
  /** Signs news of an order as it stands, or as the forgery says. */
  callback(order_id: string, forgery?: Forgery): SignedCallback
  /** Answers a call of ours: status and JSON; undefined for an address it does not have. */
  answer(ask: {
    method: string
    path: string
    query: URLSearchParams
    headers: Record<string, string | string[] | undefined>
    body: string
  }): { status: number; json?: object; page_of?: string } | undefined
}

/** Moves an order to a word of its acquirer. */
export function move(order: AcquirerOrder, word: string): void {
  order.word = word
  order.modified += 1
}

export const newOrder = (
  order: Omit<AcquirerOrder, 'modified' | 'token'> & { token?: string },
): AcquirerOrder => ({ token: '', modified: 1, ...order })
