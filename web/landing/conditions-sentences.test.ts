import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WireConditions } from '#contract/conditions.ts'
import { figuresIn } from '../site/figures.ts'
import { sayer, type Words } from '../site/words.ts'
import { bonusSayer, chaptersOf } from './conditions-sentences.ts'

const read = (area: string) =>
  JSON.parse(readFileSync(`web/text/ua-UA/${area}.json`, 'utf8')) as Record<string, string>
const words: Words = { conditions: read('conditions'), shell: read('shell') }

const rules: WireConditions = {
  shop: {
    ...{ id: '01a1fd1e-8c00-7000-8000-000000000000', name: 'Кава на Розі', legal_name: '' },
    ...{ city_name: 'Київ', address: 'Соборна, 12', phone: '+380671234567', email: null },
    ...{ site: null, currency: 'UAH', timezone: 'Europe/Kyiv', is_demo: false },
  },
  ...{ version: 2, valid_from: '2026-11-20T10:00:00.000Z', current_version: 2 },
  ...{ mode: 'bonus', identify_by_phone: true, accrue_by_phone: true, register_at_till: true },
  bonus_name: { one: 'бонус', few: 'бонуси', many: 'бонусів', fraction: 'бонуса' },
  spend_confirmation: 'none',
  levels: [
    {
      ...{ name: 'Базовий', min_turnover: 0, cashback_percent: 5, discount_percent: 0 },
      max_pay_percent: null,
    },
  ],
  ...{ level_base: 'lifetime', level_days: 365, level_downgrade: 'never' },
  ...{ accrue_on: 'paid_money', accrue_when_bonuses_spent: true, accrual_rounding: 'whole_down' },
  ...{ min_receipt_for_accrual: 0, max_accrual_per_receipt: null, activation_delay_hours: 0 },
  ...{ expiry_mode: 'days', expiry_days: 180, expiry_months: 6, promotion_lifetime_days: null },
  ...{ max_pay_percent: 50, min_receipt_for_spend: 0, min_balance_for_spend: 0, spend_step: 1 },
  ...{ return_policy: 'debt', restore_grace_days: 7, stack_level_with_promotion: false },
  ...{ accrue_on_promoted: true, spend_on_promoted: true, excluded_categories: [] },
  ...{ welcome: [], birthday: null, referral: null, rules_text: '', rules_version: 1 },
}

/** All that the page says of these rules, with plain spaces. */
function said(changes: Partial<WireConditions> = {}): string {
  const shown = { ...rules, ...changes }
  const figures = figuresIn('uk-UA')
  const shell = sayer(words, 'ua-UA', 'shell')
  const bonuses = bonusSayer(shell, figures, 'uk-UA', shown.bonus_name)
  const chapters = chaptersOf(shown, { t: sayer(words, 'ua-UA', 'conditions'), figures, bonuses })
  return chapters
    .flatMap(({ title, parts }) => [title, ...parts.flat()])
    .join('\n')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
}

test('a plain program is told in sentences with its own figures', () => {
  const text = said()
  expect(text).toContain('З кожної покупки повертаємо 5 % бонусами.')
  expect(text).toContain('Бонусами можна оплатити до 50 % суми товарів.')
  expect(text).toContain('Бонуси діють 180 днів від дня, коли стали доступні.')
  expect(text).toContain('+380671234567')
  expect(text).not.toMatch(/[{}]|undefined|null|NaN/)
})

test('what a setting does not change is not said', () => {
  expect(said()).not.toContain('Подарунки')
  expect(said()).not.toContain('Додаткові умови')
  expect(said()).not.toContain('Без нарахування і списання')
})

test('limits, exclusions and a delay are said', () => {
  const text = said({
    ...{ activation_delay_hours: 24, min_receipt_for_accrual: 100, excluded_categories: ['тютюн'] },
    ...{ accrue_on_promoted: false, spend_confirmation: 'code_only', max_accrual_per_receipt: 2 },
  })
  expect(text).toContain('через 24 години після покупки')
  expect(text).toContain('за чеки від 100 ₴')
  expect(text).toContain('Без нарахування і списання: тютюн.')
  expect(text).toContain('не більше ніж 2 бонуси')
  expect(text).toContain('лише за одноразовим кодом')
})

test('levels stand in a list, and a shop may call its bonuses by its own word', () => {
  const [first] = rules.levels
  const text = said({
    levels: [first!, { ...first!, name: 'Золотий', min_turnover: 5000, cashback_percent: 10 }],
    bonus_name: { one: 'зірка', few: 'зірки', many: 'зірок', fraction: 'зірки' },
    max_accrual_per_receipt: 12,
  })
  expect(text).toContain('«Золотий» — 10 %, від 5 000 ₴ покупок')
  expect(text).toContain('12 зірок')
})

test('gifts are said with their terms, a flyer without its code', () => {
  const text = said({
    welcome: [
      { kind: 'on_join', amount: 50, lifetime_days: 30, when: 'at_once' },
      { kind: 'flyer' },
    ],
    birthday: {
      ...{ reward: 'amount', amount: 100, times: 2, days_before: 3, days_after: 7 },
      lifetime_days: 14,
    },
    referral: {
      ...{ friend_amount: 50, inviter_amount: 40, min_receipt: 200 },
      ...{ monthly_cap: 5, max_friends: 20 },
    },
  })
  expect(text).toContain('За реєстрацію — 50 бонусів, діють 30 днів.')
  expect(text).toContain('нараховуємо за 3 дні до дати')
  expect(text).toContain('друг отримує 50 бонусів, ви — 40 бонусів')
})

test('a program of discounts tells of the discount, and of bonuses only what is left', () => {
  const text = said({ mode: 'discount' })
  expect(text).not.toContain('Скільки бонусів ви отримуєте')
  expect(text).toContain('Знижка на кожну покупку — 0 %.')
  expect(text).toContain('Нові бонуси зараз не нараховуються')
})
