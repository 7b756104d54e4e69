/** What buyers are told of facts: texts 8–12 and 20 of design/screens.md §7.2. */
import type { Minor } from '#contract/money.ts'
import { quoted, type Button, type Message } from './message-rules.ts'
import { lines, type Words } from './facts-rules.ts'

/** 8: after a receipt. Amounts are minor units. */
export function receiptMessage(
  receipt: {
    total: Minor
    to_pay: Minor
    spent: Minor
    earned: Minor
    balance_after: Minor | null
  },
  words: Words,
): Message {
  const { say, bonuses, money, amount } = words
  const { total, to_pay, spent, earned, balance_after } = receipt
  const after =
    balance_after !== null && say('bot:receipt_balance', { amount: amount(balance_after) })
  const gained = earned > 0 && say('bot:receipt_earned', { bonuses: bonuses(earned) })
  const text = lines(
    say('bot:receipt_thanks', { money: money(total) }),
    spent > 0 && say('bot:receipt_spent', { bonuses: bonuses(spent), money: money(to_pay) }),
    [gained, after].filter((part) => typeof part === 'string').join(' '),
  )
  return { text, rows: [] }
}

/** 11: a receipt, or a part of it, was taken back. */
export function cancelMessage(
  cancelled: {
    number: string | null
    whole: boolean
    returned: Minor
    withdrawn: Minor
    balance: Minor
  },
  words: Words,
): Message {
  const { say, bonuses, amount } = words
  const { number, whole, returned, withdrawn, balance } = cancelled
  const name = number === null ? '' : `№ ${quoted(number)}`
  const head = say(whole ? 'bot:cancelled' : 'bot:cancelled_part', { number: name })
  const text = lines(
    head.replaceAll(/\s+/g, ' ').replace(' .', '.'),
    returned > 0 && say('bot:cancelled_returned', { bonuses: bonuses(returned) }),
    withdrawn > 0 && say('bot:cancelled_withdrawn', { bonuses: bonuses(withdrawn) }),
    say('bot:receipt_balance', { amount: amount(balance) }),
  )
  return { text, rows: [] }
}

export type ToldEntry = {
  kind: string
  amount: Minor
  reason: string | null
  /** The last day of the bonuses; null: for good. */
  until: string | null
}

const gifts = ['welcome', 'birthday', 'referral'] as const

/** Bonuses given or taken without a receipt; null: nothing of it is told. */
export function entryMessage(entry: ToldEntry, balance: Minor, words: Words): Message | null {
  const { say, bonuses, day, amount } = words
  const size = Math.abs(entry.amount)
  const until = entry.until !== null && say('bot:given_until', { date: day(entry.until) })
  const because = entry.reason !== null && say('bot:because', { reason: quoted(entry.reason) })
  const after = say('bot:receipt_balance', { amount: amount(balance) })
  const gift = gifts.find((kind) => kind === entry.kind)
  if (gift && entry.amount > 0) {
    return {
      text: lines(say(`bot:given_${gift}`, { bonuses: bonuses(size) }), until, after),
      rows: [],
    }
  }
  if (entry.kind === 'manual_accrual' || entry.kind === 'compensation') {
    const given = say('bot:given', { bonuses: bonuses(size) })
    return { text: lines(given, because, until, after), rows: [] }
  }
  if (entry.kind !== 'manual_withdraw') return null
  return { text: lines(say('bot:taken', { bonuses: bonuses(size) }), because, after), rows: [] }
}

/** 12: what burns soon. */
export function expiryMessage(
  { amount, date }: { amount: Minor; date: string },
  words: Words,
): Message {
  const { say, bonuses, money, day } = words
  const params = { bonuses: bonuses(amount), date: day(date), money: money(amount) }
  const rows: Button[][] = [
    [
      { text: say('bot:menu_points'), act: 'points', columns: 3 },
      { text: say('bot:no_reminders'), act: 'toggle:bonuses', columns: 3 },
    ],
  ]
  return { text: say('bot:expiring', params), rows }
}

/** 9: some hours after a visit. */
export function ratingMessage(
  { receipt_id, place }: { receipt_id: string; place: string },
  { say }: Words,
): Message {
  const stars = [1, 2, 3, 4, 5].map((star) => ({
    text: String(star),
    act: `rate:${star}:${receipt_id}`,
    columns: 1,
  }))
  return {
    text: say('bot:rating', { place: quoted(place) }),
    rows: [[...stars, { text: say('bot:rating_later'), act: 'rate_later', columns: 1 }]],
  }
}
