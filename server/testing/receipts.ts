import { randomInt, randomUUID } from 'node:crypto'
import type { Answer } from './identity.ts'
import type { Till } from './shop.ts'

let phones = 0
/** A phone nobody has. */
export const newPhone = (): string => {
  phones += 1
  return `+38050${String(1_000_000 + phones)}`
}

type Buyer = { phone: string; promocode?: string } | { promocode: string } | null
export type SaleOptions = {
  buyer?: Buyer
  /** Bonuses to spend, in currency units. */
  spend?: number
  /** The body of calculate; by default a bare total of 100. */
  body?: object
  key?: string
  register?: { name?: string; inviter_phone?: string }
}

const queryOf = (parts: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()

/** Asks for the figures of a sale. */
export function calculate(till: Till, options: SaleOptions = {}): Promise<Answer> {
  const { buyer = null, spend = 0, body = { total: 100 } } = options
  const query = queryOf({ discount_amount: spend, ...buyer })
  return till.inject('POST', `/pos-api/v1/receipt?${query}`, body)
}

/** Makes the receipt of a draft, or with a body of its own. */
export function create(
  till: Till,
  receipt_id: string,
  options: SaleOptions & {
    receipt?: object
    occurred_at?: string
    confirmation_code?: string
  } = {},
): Promise<Answer> {
  const { buyer = null, spend = 0, register, receipt, occurred_at, key } = options
  const { confirmation_code } = options
  const query = queryOf({
    receipt_id,
    discount_amount: spend,
    bonuses_amount: spend === 0 ? 0 : undefined,
    ...buyer,
  })
  const body = {
    ...(register && { register }),
    ...(receipt && { receipt }),
    ...(occurred_at && { occurred_at }),
    ...(confirmation_code && { confirmation_code }),
  }
  const headers = key === undefined ? undefined : { 'idempotency-key': key }
  return till.inject('POST', `/pos-api/v1/bonuses/create?${query}`, body, headers)
}

/** Sells: calculates and makes the receipt, as a till does. Registers a new phone by itself. */
export async function sell(till: Till, options: SaleOptions = {}): Promise<Answer['data']> {
  const calculated = await calculate(till, options)
  if (calculated.status !== 200) throw new Error(`calculating answered ${failure(calculated)}`)
  const { receipt_id, can_register } = calculated.data
  const register = options.register ?? (can_register ? {} : undefined)
  const made = await create(till, receipt_id, { ...options, ...(register && { register }) })
  if (made.status !== 201) throw new Error(`creating answered ${failure(made)}`)
  return made.data
}

/** What a cancellation would do; with a body, of a part. */
export const estimate = (till: Till, receipt_id: string, body: object = {}): Promise<Answer> =>
  till.inject('POST', `/pos-api/v1/bonuses/cancel/estimate?receipt_id=${receipt_id}`, body)

/** Cancels a receipt or, with a body, a part of it. */
export const cancel = (
  till: Till,
  receipt_id: string,
  body: object = {},
  key?: string,
): Promise<Answer> =>
  till.inject(
    'POST',
    `/pos-api/v1/bonuses/cancel?receipt_id=${receipt_id}`,
    body,
    key === undefined ? undefined : { 'idempotency-key': key },
  )

/** A UUIDv7 as a till makes one, of a moment. */
export function idOf(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${randomUUID().slice(15, 18)}-8${randomUUID().slice(20)}`
}

/** A key nobody used. */
export const newKey = (): string => `key-${randomUUID()}-${randomInt(1000)}`

const failure = ({ status, body }: Answer) => `${status}: ${JSON.stringify(body)}`
