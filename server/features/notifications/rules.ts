/**
 * How a notification is set, and what its text is made of: plain data in, plain data out.
 * Source: research/domain.md §5; decision 0038.
 */
import {
  eventOf,
  isOfPlace,
  isPlanned,
  mayBeRarer,
  mayBeTried,
  notificationEvents,
  type EventCode,
  type NotificationEvent,
} from '#contract/notification-events.ts'
import type { Minor } from '#contract/money.ts'
import type { Notification } from '#contract/notifications.ts'
import {
  fillTemplate,
  readTemplate,
  renameVariables,
  type TemplateProblem,
  type Value,
  type Values,
} from '#contract/template.ts'
import type { Words } from '#server/features/bots/facts-rules.ts'
import { quoted, type Button, type Message } from '#server/features/bots/message-rules.ts'
import {
  buttonFaults,
  postButton,
  type LedButton,
  type PostButton,
} from '#server/features/bots/post-rules.ts'
import { figures, namesOf } from './variable-rules.ts'

export type Texts = Partial<Record<string, string>>

export type NotificationSetting = PostButton & {
  code: EventCode
  version: number
  on: boolean
  when: number | null
  min_amount: Minor | null
  texts: Texts
  bonus: Minor | null
  bonus_days: number
  stops: boolean
  /** ISO days of the week; empty: any. */
  weekdays: number[]
  /** `HH:MM` of the shop's clock; both or none. */
  window_from: string | null
  window_to: string | null
  bot_id: string | null
  /** Empty: any. */
  pos_ids: string[]
  segment_id: string | null
  image: string | null
  control_percent: number
  /** Empty: any. */
  messengers: Notification['messengers']
  cap_days: number | null
  priority: number
  scale: Notification['scale']
}

const BONUS_DAYS = 14
const USUAL = 2

/** As an owner finds it who has changed nothing. */
export function standardSetting(code: EventCode): NotificationSetting {
  const event = eventOf(code)
  return {
    ...{ code, version: 0, on: event.on, texts: {}, bonus: null, bonus_days: BONUS_DAYS },
    when: event.when?.value ?? null,
    min_amount: event.min_amount ?? null,
    stops: event.stops ?? false,
    ...{ weekdays: [], window_from: null, window_to: null, bot_id: null, pos_ids: [] },
    ...{ segment_id: null, image: null, control_percent: 0 },
    ...{ button_text: null, button_url: null, button_leads_to: 'url', button_product_id: null },
    ...{ messengers: [], cap_days: event.cap_days ?? null, priority: USUAL, scale: 'stars' },
  }
}

/** All of a shop's, in the order of the list. */
export const allSettings = (changed: readonly NotificationSetting[]): NotificationSetting[] =>
  notificationEvents.map(
    ({ code }) => changed.find((setting) => setting.code === code) ?? standardSetting(code),
  )

export type SettingProblem = { path: string; code: string }

/** What an owner may not set: a number out of its range, a field that this event does not have. */
export function settingProblems(setting: NotificationSetting): SettingProblem[] {
  const event = eventOf(setting.code)
  const problems: SettingProblem[] = []
  const { when } = setting
  if (event.when) {
    const fits = when !== null && when >= event.when.min && when <= event.when.max
    if (!fits) problems.push({ path: 'when', code: 'out_of_range' })
  } else if (when !== null) problems.push({ path: 'when', code: 'out_of_range' })
  const wrong = (path: keyof NotificationSetting, code = 'invalid') => problems.push({ path, code })
  if (setting.bonus !== null && !event.gives) wrong('bonus', 'out_of_range')
  const { window_from, window_to, weekdays, segment_id, pos_ids, control_percent } = setting
  if ((window_from === null) !== (window_to === null)) {
    wrong(window_from === null ? 'window_from' : 'window_to', 'required')
  } else if (window_from !== null && window_from === window_to) wrong('window_to')
  if (!isPlanned(event)) {
    if (weekdays.length > 0) wrong('weekdays')
    if (window_from !== null) wrong('window_from')
    if (segment_id !== null) wrong('segment_id')
  }
  if (!isOfPlace(event) && pos_ids.length > 0) wrong('pos_ids')
  if (!mayBeTried(event) && control_percent > 0) wrong('control_percent')
  if (!mayBeTried(event) && setting.priority !== USUAL) wrong('priority')
  if (!mayBeRarer(event) && setting.cap_days !== null) wrong('cap_days')
  if (event.about !== 'rating' && setting.scale !== 'stars') wrong('scale')
  return [...problems, ...buttonFaults(setting)]
}

/**
 * Whether a buyer is left out to see what a notification is good for: always the same ones of one
 * occasion, others of the next.
 */
export function isLeftOut(
  { code, control_percent }: Pick<NotificationSetting, 'code' | 'control_percent'>,
  { buyer_id, object }: { buyer_id: string; object: string },
): boolean {
  let mixed = 2_166_136_261
  for (const letter of `${code} ${object} ${buyer_id}`) {
    mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  }
  // The last steps alone would leave like occasions alike.
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_507)
  return ((mixed ^ (mixed >>> 13)) >>> 0) % 100 < control_percent
}

/** What cannot be read in a text of this event, with the words of this language. */
export function textProblems(code: EventCode, text: string, language: string): TemplateProblem[] {
  const names = namesOf(eventOf(code), language)
  const { problems } = readTemplate(text, names, figures)
  return problems.map((problem) =>
    problem.code === 'unknown_variable' && problem.suggestion !== null
      ? { ...problem, suggestion: names.get(problem.suggestion)?.[0] ?? problem.suggestion }
      : problem,
  )
}

/** The standard text as a reader of this language would write it. */
export const standardText = (code: EventCode, standard: string, language: string): string =>
  renameVariables(standard, namesOf(eventOf(code), language))

/** The text that a chat of this language reads: the owner's own, or the standard one. */
export function textFor(
  texts: Texts,
  language: string,
  standard: (language: string) => string,
): string {
  return texts[language] ?? texts['all'] ?? standard(language)
}

/** The words of a text, filled in; `plural` is the tag of the language it is written in. */
export function writeText(code: EventCode, text: string, values: Values, plural: string): string {
  const template = readTemplate(text, namesOf(eventOf(code), plural), figures)
  return fillTemplate(template, values, plural)
}

/** What is known of the shop and the buyer, whatever the notification is about. */
export type CommonFacts = {
  first_name: string | null
  shop: { name: string; phone: string | null }
  available: Minor
  expiring: { date: string; amount: Minor } | null
  level: { name: string; percent: number; next: { name: string; left: Minor } | null } | null
}

/** What one notification is about; amounts are minor units, days `YYYY-MM-DD`. */
export type EventFacts = {
  bonuses?: Minor
  until?: string | null
  date?: string | null
  reason?: string | null
  receipt?: Minor
  to_pay?: Minor
  spent?: Minor
  earned?: Minor
  returned?: Minor
  withdrawn?: Minor
  number?: string | null
  place?: string | null
  promotion?: string
  description?: string
  /** The balance as it was then, where the present one would tell another story. */
  balance?: Minor
}

/** Every variable as it is printed in a chat's words; empty where there is nothing to say. */
export function valuesOf(common: CommonFacts, facts: EventFacts, words: Words): Values {
  const { level, expiring, shop } = common
  const plain = (text: string | null | undefined): Value => ({ text: quoted(text ?? '') })
  const amount = (value: Minor | null | undefined, print: (value: Minor) => string): Value =>
    value === null || value === undefined || value === 0
      ? { text: '', count: 0 }
      : { text: print(value), count: value / 100 }
  const day = (value: string | null | undefined): Value => ({
    text: value === null || value === undefined ? '' : words.day(value),
  })
  const balance = facts.balance ?? common.available
  const size = Math.abs(facts.bonuses ?? 0)
  return {
    name: plain(common.first_name),
    ...{ shop: plain(shop.name), phone: plain(shop.phone) },
    // Nothing is a figure too: «Баланс: 0».
    balance: { text: words.amount(balance), count: balance / 100 },
    balance_bonuses: { text: words.bonuses(balance), count: balance / 100 },
    expiring: amount(expiring?.amount, words.bonuses),
    expiring_date: day(expiring?.date),
    level: plain(level?.name),
    percent: { text: level ? words.percent(level.percent) : '' },
    next_level: plain(level?.next?.name),
    left: amount(level?.next?.left, words.money),
    receipt: amount(facts.receipt, words.money),
    to_pay: facts.to_pay === undefined ? { text: '' } : { text: words.money(facts.to_pay) },
    ...{ spent: amount(facts.spent, words.bonuses), earned: amount(facts.earned, words.bonuses) },
    returned: amount(facts.returned, words.bonuses),
    withdrawn: amount(facts.withdrawn, words.bonuses),
    bonuses: amount(size, words.bonuses),
    amount: amount(size, words.amount),
    money: amount(size, words.money),
    ...{ until: day(facts.until), date: day(facts.date) },
    ...{ reason: plain(facts.reason), number: plain(facts.number), place: plain(facts.place) },
    ...{ promotion: plain(facts.promotion), description: plain(facts.description) },
  }
}

/** What an owner shows with the words: a picture, and a button of their own. */
export type Look = PostButton & Pick<NotificationSetting, 'image' | 'scale'>

/** What stands under a notification. Advertising always ends with a way out of it. */
export const buttonsOf = (
  event: Pick<NotificationEvent, 'about'> & { code: string },
  object: string,
  look: LedButton & Pick<Look, 'scale'>,
  say: Words['say'],
): Button[][] => [...postButton(look), ...ownButtons(event, object, look, say)]

function ownButtons(
  { code, about }: Pick<NotificationEvent, 'about'> & { code: string },
  object: string,
  { scale, button_leads_to }: Pick<LedButton, 'button_leads_to'> & Pick<Look, 'scale'>,
  say: Words['say'],
): Button[][] {
  if (code === 'feedback_request' && scale === 'nps') return scoreButtons(object, say)
  if (code === 'feedback_request') {
    const stars = [1, 2, 3, 4, 5].map((star) => ({
      text: String(star),
      act: `rate:${star}:${object}`,
      columns: 1,
    }))
    return [[...stars, { text: say('bot:rating_later'), act: 'rate_later', columns: 1 }]]
  }
  if (code === 'expiring_first' || code === 'expiring_last') {
    return [
      [
        { text: say('bot:menu_points'), act: 'points', columns: 3 },
        { text: say('bot:no_reminders'), act: 'toggle:bonuses', columns: 3 },
      ],
    ]
  }
  if (about !== 'advertising') return []
  const card: Button = { text: say('bot:menu_card'), act: 'card', tone: 'main' }
  const first: Button =
    code === 'profile_incomplete'
      ? { text: say('bot:profile_begin'), act: 'profile', tone: 'main' }
      : card
  // The owner's own button may lead to the card already.
  const own_card = first === card && button_leads_to === 'card'
  return [...(own_card ? [] : [[first]]), [{ text: say('bot:no_ads'), act: 'no_ads' }]]
}

/** From 0 to 10 in two rows: Viber has six columns, Telegram eight. */
function scoreButtons(object: string, say: Words['say']): Button[][] {
  const score = (value: number): Button => ({
    text: String(value),
    act: `nps:${value}:${object}`,
    columns: 1,
  })
  const later: Button = { text: say('bot:rating_later'), act: 'rate_later', columns: 1 }
  return [[0, 1, 2, 3, 4, 5].map(score), [...[6, 7, 8, 9, 10].map(score), later]]
}

/** The standard text by its name: a visit is asked about by the words of its scale. */
export const standardNameOf = (code: EventCode, { scale }: Pick<Look, 'scale'>): string =>
  code === 'feedback_request' && scale === 'nps' ? 'feedback_request_nps' : code

/** The picture of a notification, as a message carries it. */
export const pictureOf = ({ image }: Look): Pick<Message, 'picture'> =>
  image === null ? {} : { picture: { kind: 'image', url: image } }

/** The shop's own last line, under advertising only: a receipt needs no courtesy. */
export const signed = (text: string, about: NotificationEvent['about'], signature: string) =>
  about === 'advertising' && signature !== '' ? `${text}\n\n— ${quoted(signature)}` : text

/** Made-up figures for a preview of nobody's. */
export const EXAMPLE: { common: Omit<CommonFacts, 'shop' | 'level'>; facts: EventFacts } = {
  common: {
    first_name: null,
    available: 230_00,
    expiring: { date: '2026-12-28', amount: 30_00 },
  },
  facts: {
    ...{ bonuses: 50_00, until: '2026-12-28', date: '2026-12-28', receipt: 570_00 },
    ...{ to_pay: 340_00, spent: 230_00, earned: 17_00, returned: 230_00, withdrawn: 17_00 },
    number: '1043',
  },
}
