/** The welcome gifts as inputs hold them, and their checks. */
import { number } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'
import type { Asked, Gift } from './queries.ts'

export type Amount = number | ''
type Common = { on: boolean; amount: Amount; lifetime_days: Amount }

export type FlyerValues = Common & {
  /** Tells rows apart while they are edited; never sent. */
  key: string
  /** Only of a saved one. */
  id?: string | undefined
  code: string
  pos_ids: string[]
  date_from: string
  date_to: string
  max_uses: Amount
}
export type GiftValues = {
  on_join: Common & { when: 'at_once' | 'after_first_receipt' }
  profile_complete: Common
  first_purchase: Common & {
    reward: 'amount' | 'percent'
    percent: Amount
    min_receipt: Amount
  }
  flyers: FlyerValues[]
}
export type CardName = 'on_join' | 'profile_complete' | 'first_purchase'

const defaults: GiftValues = {
  on_join: { on: false, amount: 50, lifetime_days: 30, when: 'at_once' },
  profile_complete: { on: false, amount: 20, lifetime_days: 30 },
  first_purchase: {
    ...{ on: false, reward: 'amount', amount: 50, percent: 10, min_receipt: 200 },
    lifetime_days: 30,
  },
  flyers: [],
}

/** A card that was never saved shows what is customary, switched off. */
export function toValues(welcome: readonly Gift[]): GiftValues {
  const values: GiftValues = { ...defaults, flyers: [] }
  for (const gift of welcome) {
    if (gift.kind === 'flyer') {
      const { kind: _kind, ...flyer } = gift
      const { date_from, date_to, max_uses } = flyer
      values.flyers.push({
        ...flyer,
        key: flyer.id,
        ...{ date_from: date_from ?? '', date_to: date_to ?? '', max_uses: max_uses ?? '' },
      })
    } else if (gift.kind === 'on_join') values.on_join = withoutKind(gift)
    else if (gift.kind === 'profile_complete') values.profile_complete = withoutKind(gift)
    else values.first_purchase = withoutKind(gift)
  }
  return values
}

function withoutKind<G extends Gift>({ kind: _kind, ...rest }: G): Omit<G, 'kind'> {
  return rest
}

/** Leaves out a card that is off and was never saved. The checks have seen to empty fields. */
export function toWire(values: GiftValues, stored: readonly Gift[]): Asked {
  const cards = (['on_join', 'profile_complete', 'first_purchase'] as const)
    .filter((kind) => values[kind].on || stored.some((gift) => gift.kind === kind))
    .map((kind) => ({ kind, ...values[kind] }))
  const flyers = values.flyers.map(({ key: _key, id, ...flyer }) => ({
    kind: 'flyer' as const,
    ...(id === undefined ? {} : { id }),
    ...flyer,
    date_from: flyer.date_from || null,
    date_to: flyer.date_to || null,
    max_uses: flyer.max_uses === '' ? null : flyer.max_uses,
  }))
  return [...cards, ...flyers] as Asked
}

/** What shops usually begin with. */
export const recommended = (values: GiftValues): GiftValues => ({
  ...values,
  on_join: { ...defaults.on_join, on: true },
  profile_complete: { ...defaults.profile_complete, on: true },
})

export const allOff = ({ flyers, ...cards }: GiftValues): boolean =>
  flyers.length === 0 && Object.values(cards).every(({ on }) => !on)

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
let made = 0

/** A new flyer with a code that any scanner can read and nobody guesses. */
export function newFlyer(): FlyerValues {
  made += 1
  const random = crypto.getRandomValues(new Uint8Array(5))
  const tail = Array.from(random, (byte) => LETTERS[byte % LETTERS.length]).join('')
  return {
    ...{ key: `new ${made}`, on: true, code: `GIFT${tail}`, amount: 50, lifetime_days: 30 },
    ...{ pos_ids: [], date_from: '', date_to: '', max_uses: 100 },
  }
}

export function validate(values: GiftValues, t: Text<'welcome'>): Record<string, string> {
  const found: Record<string, string | undefined> = {}
  const common = (at: string, { amount, lifetime_days }: Common) => {
    found[`${at}.amount`] = positive(amount, t)
    found[`${at}.lifetime_days`] = whole(lifetime_days, 365, t('error.lifetime'))
  }
  const { on_join, profile_complete, first_purchase, flyers } = values
  if (on_join.on) common('on_join', on_join)
  if (profile_complete.on) common('profile_complete', profile_complete)
  if (first_purchase.on) {
    common('first_purchase', first_purchase)
    const { percent, min_receipt } = first_purchase
    found['first_purchase.min_receipt'] = min_receipt === '' ? t('error.required') : undefined
    const wrong = percent === '' || percent <= 0 || percent > 100
    if (first_purchase.reward === 'percent' && wrong) {
      found['first_purchase.percent'] = t('error.percent')
    }
  }
  for (const [index, flyer] of flyers.entries()) {
    const at = `flyers.${index}`
    common(at, flyer)
    found[`${at}.code`] = codeError(flyer, flyers, t)
    if (flyer.date_from && flyer.date_to && flyer.date_to < flyer.date_from) {
      found[`${at}.date_to`] = t('error.dates')
    }
    found[`${at}.max_uses`] =
      flyer.max_uses === ''
        ? undefined
        : whole(
            flyer.max_uses,
            1_000_000,
            t('error.range', { min: number(1), max: number(1_000_000) }),
          )
  }
  return Object.fromEntries(
    Object.entries(found).filter((one): one is [string, string] => one[1] !== undefined),
  )
}

const positive = (amount: Amount, t: Text<'welcome'>) =>
  amount === '' || amount <= 0 ? t('error.amount') : undefined

const whole = (value: Amount, max: number, sentence: string) =>
  value === '' || !Number.isInteger(value) || value < 1 || value > max ? sentence : undefined

/** As the server compares codes: without spaces and dashes, in upper case. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

function codeError(flyer: FlyerValues, all: FlyerValues[], t: Text<'welcome'>) {
  const code = plain(flyer.code)
  if (!/^(?=.*\p{L})[\p{L}\d]{4,30}$/u.test(code)) return t('error.code')
  const twice = all.some((other) => other.key !== flyer.key && plain(other.code) === code)
  return twice ? t('error.code_twice') : undefined
}
