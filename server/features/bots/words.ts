import { toMoney, type Minor } from '#contract/money.ts'
import type { Program } from '#server/features/program/rules.ts'
import { BONUS_NAME } from '#contract/limits.ts'
import { textIn, textLanguageOf, textLanguages } from '#server/io/text.ts'
import type { Button } from './message-rules.ts'
import type { Words } from './facts-rules.ts'

function localeOf(language: string): string {
  const code = textLanguageOf(language)
  if (code === 'uk') return 'uk-UA'
  return code === 'en' ? 'en-GB' : code
}

type Writers = {
  number: Intl.NumberFormat
  currency: Intl.NumberFormat
  clock: Intl.DateTimeFormat
}

/** Made once: making one takes longer than a whole answer. */
const writers = new Map<string, Writers>()

function writersOf(locale: string, currency: string, timezone: string): Writers {
  const key = `${locale} ${currency} ${timezone}`
  const known = writers.get(key)
  if (known) return known
  const made = {
    number: new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }),
    currency: new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    }),
    clock: new Intl.DateTimeFormat('uk-UA', {
      timeZone: timezone,
      ...{ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
    }),
  }
  writers.set(key, made)
  return made
}

/** How a shop's figures and texts are written in a language of the wire. */
export function wordsIn(
  language: string,
  shop: Pick<Program, 'bonus_name' | 'currency' | 'timezone'>,
): Words {
  const say = textIn(language)
  const { number, currency, clock } = writersOf(localeOf(language), shop.currency, shop.timezone)
  const amount = (value: Minor) => number.format(toMoney(value))
  return {
    language,
    say,
    amount,
    bonuses: (value) => bonusesIn(language, shop.bonus_name, value, amount(value)),
    money: (value) => currency.format(toMoney(value)),
    percent: (basis_points) => number.format(basis_points / 100),
    day: (day) => day.split('-').toReversed().join('.'),
    moment: (ms) => clock.format(ms).replace(',', ''),
  }
}

const plurals = new Intl.PluralRules('uk-UA')

/** By the owner's own word where there is one: its forms are Ukrainian. */
function bonusesIn(
  language: string,
  name: Program['bonus_name'],
  value: Minor,
  shown: string,
): string {
  if (name.one === BONUS_NAME) {
    return textIn(language)('bot:bonuses', { count: toMoney(value), amount: shown })
  }
  const rule = plurals.select(toMoney(value))
  const form = rule === 'one' || rule === 'few' || rule === 'many' ? name[rule] : name.fraction
  return `${shown} ${form}`
}

/** What stands on the keyboard that stays, in a language. */
export function menuLabels(language: string): string[][] {
  const say = textIn(language)
  return [[say('bot:menu_card'), say('bot:menu_balance')], [say('bot:menu')]]
}

/** The whole menu as it stands under a message that has no buttons of its own. */
export function menuButtons(language: string): Button[][] {
  const say = textIn(language)
  const button = (line: string, act: string): Button => ({
    text: say(`bot:menu_${line}`),
    act,
    columns: 3,
  })
  return [
    [{ text: say('bot:menu_card'), act: 'card', columns: 6, tone: 'main' }],
    [button('balance', 'balance'), button('history', 'history:0')],
    [button('promotions', 'promotions'), button('news', 'news')],
    [button('points', 'points'), button('invite', 'invite')],
    [button('contact', 'contact'), button('settings', 'settings')],
  ]
}

const LABELS = {
  menu_card: 'card',
  menu_balance: 'balance',
  menu: 'menu',
  later: 'later',
  rules: 'rules',
} as const

/** The acts of those words in every language: an old keyboard may stand in another one. */
export const labelActs: ReadonlyMap<string, string> = new Map(
  textLanguages.flatMap((language) =>
    Object.entries(LABELS).map(([key, act]) => [textIn(language)(`bot:${key}`), act] as const),
  ),
)
