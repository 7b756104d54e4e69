/**
 * What texts may name, and how owners call it in three languages: the words they type, not words
 * we say. Readers of other languages type the English ones.
 */
import { COMMON_NAMES, type NotificationEvent } from '#contract/notification-events.ts'
import type { Names } from '#contract/template.ts'

const words = {
  name: ['імʼя', 'имя', 'name'],
  shop: ['магазин', 'магазин', 'shop'],
  balance: ['баланс', 'баланс', 'balance'],
  balance_bonuses: ['баланс_бонусів', 'баланс_бонусов', 'balance_bonuses'],
  expiring: ['згорить', 'сгорит', 'expiring'],
  expiring_date: ['дата_згоряння', 'дата_сгорания', 'expiring_date'],
  level: ['рівень', 'уровень', 'level'],
  percent: ['відсоток', 'процент', 'percent'],
  next_level: ['наступний_рівень', 'следующий_уровень', 'next_level'],
  left: ['до_рівня', 'до_уровня', 'left'],
  phone: ['телефон', 'телефон', 'phone'],
  receipt: ['чек', 'чек', 'receipt'],
  to_pay: ['до_сплати', 'к_оплате', 'to_pay'],
  spent: ['списано', 'списано', 'spent'],
  earned: ['нараховано', 'начислено', 'earned'],
  number: ['номер', 'номер', 'number'],
  place: ['точка', 'точка', 'place'],
  returned: ['повернено', 'возвращено', 'returned'],
  withdrawn: ['знято', 'снято', 'withdrawn'],
  bonuses: ['бонуси', 'бонусы', 'bonuses'],
  amount: ['сума', 'сумма', 'amount'],
  money: ['гроші', 'деньги', 'money'],
  until: ['діють_до', 'действуют_до', 'until'],
  reason: ['причина', 'причина', 'reason'],
  date: ['дата', 'дата', 'date'],
  promotion: ['акція', 'акция', 'promotion'],
  description: ['опис', 'описание', 'description'],
} as const
export type Variable = keyof typeof words

/** Those that a number stands behind: plural forms may follow it. */
export const figures: ReadonlySet<string> = new Set<Variable>([
  'balance',
  'amount',
  'balance_bonuses',
  'bonuses',
  'expiring',
  'earned',
  'spent',
  'returned',
  'withdrawn',
])

const COLUMN: Record<string, number> = { uk: 0, ru: 1 }

/** The names a text of this event may use; the first of each is the word of that language. */
export function namesOf(event: NotificationEvent, language: string): Names {
  const first = COLUMN[language] ?? 2
  return new Map(
    [...COMMON_NAMES, ...event.names].map((key) => {
      const all = words[key as Variable]
      return [key, [all[first] ?? all[2], ...all]] as const
    }),
  )
}
