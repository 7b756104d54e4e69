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
  weekdays: number[]
  /** Empty: any hour. */
  window_from: string
  window_to: string
  /** Empty: any bot, any buyer. */
  bot_id: string
  segment_id: string
  pos_ids: string[]
  image: string | null
  button_text: string
  /** Empty when it does not lead to an address. */
  button_url: string
  button_leads_to: Notification['button_leads_to']
  /** Empty when it does not lead to a product. */
  button_product_id: string
  control_percent: Amount
  messengers: Notification['messengers']
  /** Empty: as often as it happens. */
  cap_days: Amount
  priority: number
  scale: Notification['scale']
}

export const toValues = ({ when, min_amount, bonus, ...rest }: Notification): Values => ({
  ...{ on: rest.on, texts: rest.texts, bonus_days: rest.bonus_days, stops: rest.stops },
  ...{ when: when ?? '', min_amount: min_amount ?? '', bonus: bonus ?? '' },
  ...{ weekdays: rest.weekdays, pos_ids: rest.pos_ids, image: rest.image },
  ...{ window_from: rest.window_from ?? '', window_to: rest.window_to ?? '' },
  ...{ bot_id: rest.bot_id ?? '', segment_id: rest.segment_id ?? '' },
  ...{ button_text: rest.button_text ?? '', button_url: rest.button_url ?? '' },
  button_leads_to: rest.button_leads_to,
  button_product_id: rest.button_product_id ?? '',
  control_percent: rest.control_percent || '',
  ...{ messengers: rest.messengers, cap_days: rest.cap_days ?? '' },
  ...{ priority: rest.priority, scale: rest.scale },
})

/** A picture and a button, as a message is tried with them. */
export const lookOf = ({ image, scale, ...button }: Look) => ({
  ...{ image, scale, button_leads_to: button.button_leads_to },
  button_text: button.button_text.trim() || null,
  button_url: button.button_url.trim() || null,
  button_product_id: button.button_product_id || null,
})

type Look = Pick<
  Values,
  'image' | 'scale' | 'button_text' | 'button_url' | 'button_leads_to' | 'button_product_id'
>

/** An emptied number is as it was; an empty bonus is none, and an empty text the standard one. */
export function toWire(
  { when, min_amount, bonus, bonus_days, texts, on, stops, ...rest }: Values,
  stored: Notification,
): Omit<Changes, 'version'> {
  const written = Object.entries(texts).filter(([, text]) => (text ?? '').trim() !== '')
  return {
    ...{ on, stops, texts: Object.fromEntries(written) },
    when: when === '' ? stored.when : when,
    min_amount: min_amount === '' ? stored.min_amount : min_amount,
    bonus: bonus === '' || bonus === 0 ? null : bonus,
    bonus_days: bonus_days === '' ? stored.bonus_days : bonus_days,
    ...{ weekdays: rest.weekdays, pos_ids: rest.pos_ids },
    ...{ window_from: rest.window_from || null, window_to: rest.window_to || null },
    ...{ bot_id: rest.bot_id || null, segment_id: rest.segment_id || null },
    ...lookOf(rest),
    control_percent: rest.control_percent === '' ? 0 : rest.control_percent,
    ...{ messengers: rest.messengers, priority: rest.priority },
    cap_days: rest.cap_days === '' || rest.cap_days === 0 ? null : rest.cap_days,
  }
}
