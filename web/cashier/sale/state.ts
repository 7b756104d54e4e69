/** One sale at the till, as it stands between the first key and the made receipt. */
import { normalizePhone } from '#contract/phone.ts'
import type { AnswerOf } from '../../api/call.ts'
import type { Kept } from '../queue/parcel.ts'
import type { Ask } from './codes.ts'

export type Figures = AnswerOf<'POST /pos-api/v1/receipt'>
type Created = AnswerOf<'POST /pos-api/v1/bonuses/create'>
/** A create that waits for the buyer's word. */
export type AwaitingReceipt = Extract<Created, { waiting: unknown }>
export type MadeReceipt = Exclude<Created, { waiting: unknown }>
/** How that waiting stands. */
export type WaitingState = AnswerOf<'GET /pos-api/v1/receipts/{id}/confirmation'>
export type Buyer = NonNullable<Figures['buyer']>

export type Stage = 'buyer' | 'amount' | 'bonuses'

/** A line of goods as typed; `key` only tells lines apart on the screen. */
export type Line = { key: string; barcode: string; name: string; price: string; quantity: string }

/** A phone nobody has yet. `register`: the cashier has said to register it with this receipt. */
export type Newcomer = {
  phone: string
  may_register: boolean
  register: boolean
  name: string
  /** Friends are rewarded here: who invited may be told. */
  may_be_invited: boolean
  /** The phone of who invited, as typed. */
  inviter: string
}

/** The phone of who invited; undefined: none was typed, or it cannot be a phone (`wrong`). */
export function inviterOf({ inviter }: Newcomer): { phone?: string; wrong: boolean } {
  if (inviter.trim() === '') return { wrong: false }
  const phone = normalizePhone(inviter)
  return phone === undefined ? { wrong: true } : { phone, wrong: false }
}

/** Whether a notice is about who invited: its field is then the place to mend it. */
export const isAboutInviter = ({ code }: Notice): boolean => code.startsWith('inviter_')

/** What the cashier has to read before going on; `at` is the block it belongs to. */
export type Notice = {
  at: Stage | 'receipt'
  code: string
  tone: 'problem' | 'note'
  params?: Record<string, string | number>
}

/** The refusal that a senior cashier's PIN lifts: it names the limit. */
export const isOverLimit = ({ at, code, params }: Notice): boolean =>
  at === 'receipt' && code === 'not_allowed' && typeof params?.detail === 'string'

/** The create call that was sent; kept whole, so that a repeat is the same request. */
export type Attempt = {
  receipt_id: string
  key: string
  ask: Ask
  discount_amount: number
  to_pay: number
  register?: { name?: string; inviter_phone?: string }
  /** A senior cashier's word for a receipt over the limits. */
  approval?: string
}

/**
 * `checking`: no answer came, the server is asked whether the receipt was made. `unknown`: not even
 * that could be learned, it is asked again by itself. `unmade`: surely not made, may be repeated.
 * `keeping`: it is written down on this device, to be sent later.
 */
export type Sending =
  | { kind: 'no' }
  | { kind: 'sending' | 'checking' | 'unknown' | 'unmade'; attempt: Attempt }
  | { kind: 'keeping'; kept: Kept }
  | {
      kind: 'awaiting'
      attempt: Attempt
      /** By this device's clock. */
      ends_at: number
      tries_left: number
      code: string
      /** The digits typed last were wrong. */
      wrong: boolean
    }

export type Calculation = 'idle' | 'waiting' | 'slow' | 'failed'

export type Sale = {
  stage: Stage
  buyer_text: string
  ask: Ask | undefined
  buyer: Buyer | undefined
  newcomer: Newcomer | undefined
  /** The code of a flyer: its gift comes with the receipt. */
  flyer?: string | undefined
  amount_text: string
  with_lines: boolean
  lines: readonly Line[]
  spend_text: string
  /** Grows with every change that can change a figure; figures of an older one are grey. */
  revision: number
  figures: { revision: number; receipt: Figures } | undefined
  calculation: Calculation
  /** Enter was pressed before the figures came: act on it when they do. */
  advance: boolean
  notice: Notice | undefined
  /** A senior's word, good for this one receipt only. */
  approval?: { receipt_id: string; approval: string }
  /** «Максимум» was asked before the figures were there: take the limit when they come. */
  wants_max: boolean
  /** One key for one sale, also over repeats; new once its fate is known. */
  key: string
  /** Receipts of this sale whose answer never came, to look for if the key turns out used. */
  unsettled: readonly string[]
  sending: Sending
}

export type Till = {
  sale: Sale
  /** The receipt made last: shown large for a moment, then as one line with its shortcuts. */
  last: { receipt: MadeReceipt; at: number; shown: boolean } | undefined
  /** The sale kept last, in kopecks: shown large for a moment. */
  kept?: { key: string; gross: number } | undefined
  /** What was cleared, until it is too late to bring it back. */
  cleared: Sale | undefined
}

/** Where the next product is typed; there is always one while a sale is made of lines. */
export const blankLine = (key: string, barcode = ''): Line => ({
  key,
  barcode,
  name: '',
  price: '',
  quantity: '1',
})

export function newSale(key: string, with_lines = false): Sale {
  return {
    stage: 'buyer',
    buyer_text: '',
    ask: undefined,
    buyer: undefined,
    newcomer: undefined,
    amount_text: '',
    with_lines,
    lines: with_lines ? [blankLine(`${key} 1`)] : [],
    spend_text: '',
    revision: 0,
    figures: undefined,
    calculation: 'idle',
    advance: false,
    notice: undefined,
    wants_max: false,
    key,
    unsettled: [],
    sending: { kind: 'no' },
  }
}
