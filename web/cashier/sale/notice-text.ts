/** A notice in the cashier's words: the till's own sentence, else the refusal's. */
import { money, number, time } from '../../text/format.ts'
import { refusalSentence, type Text, type TextKey } from '../../text/text.ts'
import type { TillOrganization } from '../session/session.ts'
import type { Notice } from './state.ts'

const own: Record<string, TextKey<'cashier'>> = {
  buyer_first: 'notice.buyer_first',
  register_first: 'notice.register_first',
  not_a_phone: 'notice.not_a_phone',
  validation_failed: 'notice.not_a_phone',
  code_not_found: 'notice.code_not_found',
  buyer_not_found: 'notice.buyer_not_found',
  code_expired: 'notice.code_expired',
  code_used: 'notice.code_used',
  flyer_code_expired: 'notice.flyer_expired',
  flyer_code_used: 'notice.flyer_used',
  flyer_validation_failed: 'notice.flyer_unknown',
  inviter_wrong: 'notice.not_a_phone',
  inviter_unknown: 'notice.inviter_unknown',
  inviter_limit: 'notice.inviter_limit',
  inviter_refused: 'notice.inviter_refused',
  buyer_blocked: 'notice.buyer_blocked',
  amount_empty: 'notice.amount_empty',
  amount_wrong: 'notice.amount_wrong',
  spend_wrong: 'notice.spend_wrong',
  spend_lowered: 'notice.spend_lowered',
  balance_changed: 'notice.balance_changed',
  receipt_expired: 'notice.receipt_expired',
  spend_not_permitted: 'notice.spend_not_permitted',
  confirmation_required: 'notice.confirmation_required',
  confirmation_declined: 'notice.confirmation_declined',
  confirmation_withdrawn: 'notice.confirmation_withdrawn',
  confirmation_expired: 'notice.confirmation_expired',
  code_offline: 'notice.code_offline',
  spend_offline: 'notice.spend_offline',
  flyer_offline: 'notice.flyer_offline',
  queue_full: 'notice.queue_full',
  queue_failed: 'notice.queue_failed',
  unknown_code: 'notice.unknown_code',
  product_added: 'notice.product_added',
  product_again: 'notice.product_again',
}

export function noticeText(t: Text<'cashier'>, notice: Notice, shop: TillOrganization): string {
  const params = { ...notice.params }
  if (typeof params.max === 'number') params.max = number(params.max)
  if (typeof params.balance === 'number') params.balance = number(params.balance)
  if (notice.code === 'code_used' && typeof params.used_at === 'string') {
    return t('notice.code_used_at', { time: time(params.used_at, shop.timezone) })
  }
  if (typeof params.detail === 'string') return params.detail
  const key = own[notice.code]
  if (key) return t(key, params)
  return refusalSentence(notice.code, { retry_after: 60, ...params }) ?? t('notice.limit_small')
}

/** Money in the shop's currency. */
export const shopMoney = (shop: TillOrganization) => (amount: number) =>
  money(amount, shop.currency)
