/**
 * Sales that wait on the till: what may wait, how a try ended, what the cashier may do about a
 * refused one. Pure: moments, ids and the server's answer are arguments.
 *
 * Invariants: a sale keeps its id through every try and every mending, so it is made once at most;
 * it leaves the queue only when the server has said that it is made, or when the cashier discards
 * what the server has refused. Source: design/screens.md §6.4; decision 0054.
 */
import { OFFLINE_HOURS_MAX, OFFLINE_WARN_HOURS } from '#contract/limits.ts'
import type { Body } from '../sale/ask.ts'
import { type Ask, isCardCode } from '../sale/codes.ts'
import { isLost, type Trouble } from '../sale/trouble.ts'

/** A sale as the cashier made it, to be kept. */
export type Kept = {
  /** Of this sale and of no other: kept twice, it is one. */
  key: string
  /** The id of its figures, when the server had told any; else made when it is kept. */
  receipt_id?: string
  ask: Ask
  sold: Pick<Body, 'total' | 'products'>
  /** Minor units; for the eye only. */
  gross: number
  register?: { name?: string; inviter_phone?: string }
  /** Receipts of this very sale whose answer never came. */
  earlier: readonly string[]
}

/** Why the server refused it. */
export type Refusal = { code: string; detail?: string }

/** A sale that waits. */
export type Parcel = Kept & {
  receipt_id: string
  organization_id: string
  pos_id: string
  cashier: string
  /** By this device's clock. */
  device_ms: number
  /** By the server's clock; null while the till could not know it: it is fixed before it is sent. */
  sold_ms: number | null
  /** Its id is the server's, of figures that were shown. */
  calculated: boolean
  /** Not as it was first sent any more. */
  mended?: boolean
  refusal?: Refusal
  approval?: string
}

/** What was discarded, for the figures: nobody's name or phone. */
export type Discarded = { key: string; gross: number; reason: DiscardReason; at_ms: number }
export const discardReasons = ['buyer', 'amount', 'double', 'other'] as const
export type DiscardReason = (typeof discardReasons)[number]

const HOUR_MS = 3_600_000

/** Only what proves nothing and moves nothing away from the buyer: a phone or the permanent card. */
export const mayWait = (ask: Ask): boolean => 'phone' in ask || isCardCode(ask.promocode)

/** With its moment known, at the latest when it is sent for the first time. */
export function sealed(parcel: Parcel, sold_ms: number | null, newId: () => string): Parcel {
  if (parcel.sold_ms !== null || sold_ms === null) return parcel
  // It was never sent, so nobody knows an id of our own: one of the right moment takes its place.
  return { ...parcel, sold_ms, ...(!parcel.calculated && { receipt_id: newId() }) }
}

/** How a try to send one sale ended. */
export type Outcome =
  | { kind: 'made' }
  /** A receipt is there under its id or key: the server is asked which. */
  | { kind: 'look' }
  /** The session is over: the PIN is asked for, and the sale waits. */
  | { kind: 'signed_out' }
  /** Nobody knows, or the server asks for patience: the same is sent again. */
  | { kind: 'wait'; retry_after?: number }
  | { kind: 'refused'; refusal: Refusal }

const exists = new Set(['idempotency_conflict', 'receipt_already_completed'])
const patience = new Set(['rate_limited', 'busy'])

export function outcomeOf(trouble: Trouble): Outcome {
  const code = trouble.code ?? 'internal'
  if (code === 'not_signed_in') return { kind: 'signed_out' }
  if (isLost(trouble) || patience.has(code)) {
    const { retry_after } = trouble
    return { kind: 'wait', ...(retry_after !== undefined && { retry_after }) }
  }
  if (exists.has(code)) return { kind: 'look' }
  return { kind: 'refused', refusal: refusalOf(code, trouble) }
}

function refusalOf(code: string, { fields, data }: Trouble): Refusal {
  const paths = new Set(fields?.map(({ path }) => path))
  if (paths.has('occurred_at') || paths.has('receipt_id')) return { code: 'too_old' }
  const limits = (data as { limits?: { text?: unknown }[] } | undefined)?.limits
  const detail = limits?.[0]?.text
  return typeof detail === 'string' ? { code: 'over_limit', detail } : { code }
}

/** A receipt is there, but not of these words: a mended sale was made before it was mended. */
export function foundOutcome(found: boolean, { mended }: Pick<Parcel, 'mended'>): Outcome {
  if (found && mended !== true) return { kind: 'made' }
  return { kind: 'refused', refusal: { code: found ? 'made_before' : 'idempotency_conflict' } }
}

/** How long to wait before the next try. */
export function pauseMs(failures: number, retry_after?: number): number {
  if (retry_after !== undefined) return Math.min(retry_after, 60) * 1000
  return Math.min(30_000, 1000 * 2 ** Math.min(failures, 5))
}

/** What a cashier may change of a refused sale. */
export type Mending = { ask: Ask; sold: Kept['sold']; gross: number; approval?: string }

/** Mended, it waits again, under the same id: should its old form be made after all, it is found. */
export function mended(parcel: Parcel, { ask, sold, gross, approval }: Mending): Parcel {
  const { refusal: _refusal, approval: _approval, ...rest } = parcel
  return { ...rest, ask, sold, gross, mended: true, ...(approval !== undefined && { approval }) }
}

/** Reported as a sale of now: the old id was refused for its age and can never be taken any more. */
export function asNow(parcel: Parcel, now: { receipt_id: string; sold_ms: number }): Parcel {
  const { refusal, ...rest } = parcel
  return refusal?.code === 'too_old' ? { ...rest, ...now, calculated: false } : parcel
}

export type Summary = {
  /** In the queue at all. */
  count: number
  waiting: number
  refused: number
  gross: number
  /** Older than the warning, or than the server takes. */
  age: 'fresh' | 'old' | 'over'
}

export function summaryOf(parcels: readonly Parcel[], now_ms: number): Summary {
  const refused = parcels.filter(({ refusal }) => refusal !== undefined).length
  const oldest = Math.max(0, ...parcels.map((parcel) => ageMs(parcel, now_ms)))
  return {
    count: parcels.length,
    waiting: parcels.length - refused,
    refused,
    gross: parcels.reduce((sum, parcel) => sum + parcel.gross, 0),
    age:
      oldest > OFFLINE_HOURS_MAX * HOUR_MS
        ? 'over'
        : oldest > OFFLINE_WARN_HOURS * HOUR_MS
          ? 'old'
          : 'fresh',
  }
}

/** By the device's own clock: it is only shown, the server decides. */
const ageMs = ({ device_ms }: Parcel, now_ms: number): number => now_ms - device_ms

/** How much was discarded, and why. */
export function discardFigures(discarded: readonly Discarded[]) {
  return discardReasons.flatMap((reason) => {
    const of_it = discarded.filter((one) => one.reason === reason)
    const gross = of_it.reduce((sum, one) => sum + one.gross, 0)
    return of_it.length === 0 ? [] : [{ reason, count: of_it.length, gross }]
  })
}
