/** A notification as its inputs hold it. */
import type { Changes, Notification } from './queries.ts'

export type Amount = number | ''
export type Values = {
  on: boolean
  when: Amount
  min_amount: Amount
  texts: Notification['texts']
  /** Empty: none is given. */
  bonus: Amount
  bonus_days: Amount
  stops: boolean
}

export const toValues = ({ when, min_amount, bonus, ...rest }: Notification): Values => ({
  ...{ on: rest.on, texts: rest.texts, bonus_days: rest.bonus_days, stops: rest.stops },
  ...{ when: when ?? '', min_amount: min_amount ?? '', bonus: bonus ?? '' },
})

/** An emptied number is as it was; an empty bonus is none, and an empty text the standard one. */
export function toWire(
  { when, min_amount, bonus, bonus_days, texts, on, stops }: Values,
  stored: Notification,
): Omit<Changes, 'version'> {
  const written = Object.entries(texts).filter(([, text]) => (text ?? '').trim() !== '')
  return {
    ...{ on, stops, texts: Object.fromEntries(written) },
    when: when === '' ? stored.when : when,
    min_amount: min_amount === '' ? stored.min_amount : min_amount,
    bonus: bonus === '' || bonus === 0 ? null : bonus,
    bonus_days: bonus_days === '' ? stored.bonus_days : bonus_days,
  }
}
