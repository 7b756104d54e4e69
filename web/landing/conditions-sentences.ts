/**
 * The rules of a shop in plain words: chapters of sentences, each from one setting. What a setting
 * does not change is not said.
 */
import { BONUS_NAME } from '#contract/limits.ts'
import type { WireConditions } from '#contract/conditions.ts'
import type { figuresIn } from '../site/figures.ts'
import type { Say } from '../site/words.ts'

/** How to say things: words, figures, amounts of bonuses. */
export type Tongue = {
  t: Say<'conditions'>
  figures: ReturnType<typeof figuresIn>
  bonuses(amount: number): string
}
/** A chapter; a list among its sentences stands where it is said. */
export type Chapter = { title: string; parts: (string | string[])[] }

type Parts = (string | string[] | false)[]

/** `230 зірочок` as the shop calls them in Ukrainian, else `230 бонусів`. */
export function bonusSayer(
  shell: Say<'shell'>,
  { number }: Tongue['figures'],
  locale: string,
  name: WireConditions['bonus_name'],
): Tongue['bonuses'] {
  return (amount) => {
    if (name.one === BONUS_NAME || !locale.startsWith('uk')) {
      return shell('unit.bonus', { count: amount, amount: number(amount) })
    }
    const form = new Intl.PluralRules(locale).select(amount)
    return `${number(amount)} ${form === 'other' ? name.fraction : (name[form as 'one'] ?? name.many)}`
  }
}

export function chaptersOf(rules: WireConditions, tongue: Tongue): Chapter[] {
  const { t } = tongue
  const chapter = (title: string, parts: Parts): Chapter => ({
    title,
    parts: parts.filter((part) => part !== false && part.length > 0) as Chapter['parts'],
  })
  const chapters = [
    chapter(t('who.title'), who(rules, tongue)),
    chapter(t('join.title'), [
      t(rules.register_at_till && rules.identify_by_phone ? 'join.till' : 'join.shop'),
      t('join.once'),
    ]),
    rules.mode !== 'discount' && chapter(t('earn.title'), earning(rules, tongue)),
    rules.mode !== 'bonus' && chapter(t('off.title'), discount(rules, tongue)),
    chapter(t('spend.title'), spending(rules, tongue)),
    chapter(t('life.title'), lifetime(rules, tongue)),
    hasGifts(rules) && chapter(t('gift.title'), gifts(rules, tongue)),
    chapter(t('back.title'), [
      t('back.text'),
      t(rules.return_policy === 'debt' ? 'back.debt' : 'back.loss'),
      rules.restore_grace_days > 0 &&
        t('back.grace', { days: t('days', { count: rules.restore_grace_days }) }),
    ]),
    chapter(t('money.title'), [t('money.text')]),
    chapter(t('data.title'), [t('data.text'), leaving(rules, tongue)]),
    rules.rules_text !== '' &&
      chapter(t('extra.title'), [
        ...rules.rules_text.split(/\n+/),
        t('extra.edition', { version: rules.rules_version }),
      ]),
    chapter(t('change.title'), [t('change.text')]),
    contacts(rules).length > 0 && chapter(t('contact.title'), [contacts(rules)]),
  ]
  return chapters.filter((one) => one !== false)
}

const who = ({ shop }: WireConditions, { t }: Tongue): Parts => [
  shop.legal_name === ''
    ? t('who.shop', { name: shop.name })
    : t('who.legal', { name: shop.name, legal: shop.legal_name }),
  t('who.duty'),
]

function levelLines(
  { levels, shop }: WireConditions,
  { t, figures }: Tongue,
  of: 'cashback_percent' | 'discount_percent',
): string[] {
  return levels.map((level) => {
    const said = { name: level.name, percent: figures.percent(level[of]) }
    return level.min_turnover === 0
      ? t('level.first', said)
      : t('level.from', { ...said, sum: figures.price(level.min_turnover, shop.currency) })
  })
}

const levelRules = (rules: WireConditions, { t }: Tongue): Parts => {
  if (rules.levels.length < 2) return []
  const base = {
    lifetime: t('levels.lifetime'),
    rolling_days: t('levels.rolling', { days: t('days', { count: rules.level_days }) }),
    calendar_year: t('levels.year'),
  }[rules.level_base]
  return [base, t(rules.level_downgrade === 'never' ? 'levels.keep' : 'levels.fall')]
}

function earning(rules: WireConditions, tongue: Tongue): Parts {
  const { t, figures, bonuses } = tongue
  const sum = (amount: number) => figures.price(amount, rules.shop.currency)
  const [first] = rules.levels
  const rate: Parts =
    rules.levels.length > 1
      ? [
          t('earn.levels'),
          levelLines(rules, tongue, 'cashback_percent'),
          ...levelRules(rules, tongue),
        ]
      : [t('earn.percent', { percent: figures.percent(first?.cashback_percent ?? 0) })]
  const rounding = {
    whole_down: t('earn.whole'),
    down: t('earn.down'),
    half_up: t('earn.half_up'),
  }[rules.accrual_rounding]
  return [
    ...rate,
    t('earn.unit', { price: sum(1) }),
    t(rules.accrue_on === 'paid_money' ? 'earn.paid' : 'earn.before'),
    !rules.accrue_when_bonuses_spent && t('earn.not_when_spent'),
    rules.min_receipt_for_accrual > 0 && t('earn.min', { sum: sum(rules.min_receipt_for_accrual) }),
    rules.max_accrual_per_receipt !== null &&
      t('earn.max', { bonuses: bonuses(rules.max_accrual_per_receipt) }),
    rounding,
    rules.activation_delay_hours > 0
      ? t('earn.later', { hours: t('hours', { count: rules.activation_delay_hours }) })
      : t('earn.at_once'),
    rules.excluded_categories.length > 0 &&
      t('earn.excluded', { list: rules.excluded_categories.join(', ') }),
    !rules.accrue_on_promoted && t('earn.not_promoted'),
    !rules.accrue_by_phone && t('earn.not_by_phone'),
  ]
}

function discount(rules: WireConditions, tongue: Tongue): Parts {
  const { t, figures } = tongue
  const [first] = rules.levels
  // With both, the ladder's base is told where bonuses are.
  const base = rules.mode === 'discount' ? levelRules(rules, tongue) : []
  return [
    ...(rules.levels.length > 1
      ? [t('off.levels'), levelLines(rules, tongue, 'discount_percent'), ...base]
      : [t('off.percent', { percent: figures.percent(first?.discount_percent ?? 0) })]),
    t(rules.stack_level_with_promotion ? 'off.added' : 'off.larger'),
  ]
}

function spending(rules: WireConditions, { t, figures, bonuses }: Tongue): Parts {
  const own = rules.levels.filter(({ max_pay_percent }) => max_pay_percent !== null)
  if (rules.max_pay_percent === 0 && own.length === 0) return [t('spend.none')]
  const how = {
    none: t('spend.by_name'),
    code_only: t('spend.by_code'),
    bot_button: t('spend.by_button'),
  }[rules.spend_confirmation]
  return [
    rules.mode === 'discount' && t('spend.old'),
    t('spend.percent', { percent: figures.percent(rules.max_pay_percent) }),
    ...own.map(({ name, max_pay_percent }) =>
      t('spend.level', { name, percent: figures.percent(max_pay_percent ?? 0) }),
    ),
    rules.min_receipt_for_spend > 0 &&
      t('spend.min', { sum: figures.price(rules.min_receipt_for_spend, rules.shop.currency) }),
    rules.min_balance_for_spend > 0 &&
      t('spend.balance', { bonuses: bonuses(rules.min_balance_for_spend) }),
    rules.spend_step === 1 && t('spend.whole'),
    how,
    !rules.spend_on_promoted && t('spend.not_promoted'),
    t('spend.floor'),
  ]
}

function lifetime(rules: WireConditions, { t }: Tongue): Parts {
  const days = (count: number) => t('days', { count })
  const base = {
    never: t('life.never'),
    days: t('life.days', { days: days(rules.expiry_days) }),
    after_last_purchase: t('life.purchase', { days: days(rules.expiry_days) }),
    end_of_month_after:
      rules.expiry_months === 0
        ? t('life.this_month')
        : t('life.month', { months: t('months', { count: rules.expiry_months }) }),
  }[rules.expiry_mode]
  return [
    base,
    rules.promotion_lifetime_days !== null &&
      t('life.promotion', { days: days(rules.promotion_lifetime_days) }),
    rules.expiry_mode !== 'never' && t('life.order'),
  ]
}

const hasGifts = ({ welcome, birthday, referral }: WireConditions) =>
  welcome.length > 0 || birthday !== null || referral !== null

function gifts(rules: WireConditions, tongue: Tongue): Parts {
  const { t, figures, bonuses } = tongue
  const sum = (amount: number) => figures.price(amount, rules.shop.currency)
  const welcome = rules.welcome.map((gift) => {
    if (gift.kind === 'flyer') return t('gift.flyer')
    const days = t('days', { count: gift.lifetime_days })
    const said = { bonuses: bonuses(gift.amount), days }
    if (gift.kind === 'profile_complete') return t('gift.profile', said)
    if (gift.kind === 'on_join') {
      return t(gift.when === 'at_once' ? 'gift.join' : 'gift.join_receipt', said)
    }
    const percent = t('gift.percent', { percent: figures.percent(gift.percent) })
    const what = { gift: gift.reward === 'percent' ? percent : bonuses(gift.amount), days }
    return gift.min_receipt > 0
      ? t('gift.first_min', { ...what, sum: sum(gift.min_receipt) })
      : t('gift.first', what)
  })
  const { referral } = rules
  return [
    welcome,
    welcome.length > 0 && t('gift.once'),
    ...birthdayGift(rules, tongue),
    referral !== null &&
      t('gift.friend', {
        sum: sum(referral.min_receipt),
        friend: bonuses(referral.friend_amount),
        inviter: bonuses(referral.inviter_amount),
        month: referral.monthly_cap,
        ever: referral.max_friends,
      }),
  ]
}

function birthdayGift({ birthday }: WireConditions, { t, figures, bonuses }: Tongue): Parts {
  if (birthday === null) return []
  const days = (count: number) => t('days', { count })
  const { days_before, days_after, lifetime_days } = birthday
  const said = { bonuses: bonuses(birthday.amount), before: days(days_before) }
  const gift: Parts =
    birthday.reward === 'multiplier'
      ? [
          t('gift.birthday_times', {
            times: figures.number(birthday.times),
            before: days(days_before),
            after: days(days_after),
          }),
        ]
      : [
          t(days_before > 0 ? 'gift.birthday' : 'gift.birthday_day', said),
          lifetime_days !== null && t('gift.birthday_life', { days: days(lifetime_days) }),
        ]
  return [...gift, t('gift.birthday_once')]
}

function leaving({ shop }: WireConditions, { t }: Tongue): string {
  const ways = [shop.phone, shop.email].filter((way) => way !== null && way !== '').join(', ')
  return ways === '' ? t('data.leave_plain') : t('data.leave', { contacts: ways })
}

const contacts = ({ shop }: WireConditions): string[] =>
  [
    [shop.city_name, shop.address].filter((part) => part).join(', '),
    shop.phone ?? '',
    shop.email ?? '',
    shop.site ?? '',
  ].filter((line) => line !== '')
