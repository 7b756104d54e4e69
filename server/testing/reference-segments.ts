/**
 * Whom a filter finds, told plainly: one buyer at a time, from receipts as they stand, with no sums
 * kept by anybody. The tests hold the SQL against this.
 */
import type { AccountRow } from '#server/features/ledger/read-account.ts'
import { accountOf } from '#server/features/ledger/read-account.ts'
import { dayNumber, dayOf } from '#server/features/ledger/calendar-rules.ts'
import { levelOf } from '#server/features/ledger/level-rules.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import { readFrozen, readReturned } from '#server/features/receipts/freeze-receipt.ts'
import { returnedOfLine } from '#server/features/receipts/returned-rules.ts'
import type { SettledLine } from '#server/features/receipts/rules.ts'
import type {
  Conditions,
  Filter,
  Ground,
  Period,
  Range,
} from '#server/features/segments/filter-rules.ts'
import { rfmOf } from '#server/features/segments/rfm-rules.ts'

type KeptLine = Pick<SettledLine, 'barcode' | 'sku' | 'category'> & {
  plain_name: string | null
  quantity: number
  amount: number
}
export type KnownReceipt = {
  day: string
  pos_id: string
  whole: boolean
  discounted: boolean
  refunds: number
  paid: number
  spent: number
  lines: KeptLine[]
}
export type KnownBuyer = {
  id: string
  birthday: string | null
  gender: string | null
  city: string | null
  tags: string[]
  consent_messages: boolean
  messengers: string[]
  joined_at: Date
  joined_via: string
  referred_by: string | null
  /** Those that came as far as a card. */
  chats: { blocked: boolean; marketing: boolean | null }[]
  /** Of visits, the last one first. */
  stars: number[]
  /** Mailings that reached them. */
  mailings: { post_id: string; tapped: boolean }[]
  advertised: Date[]
  account: Account
  receipts: KnownReceipt[]
}

/** A receipt as its row says it stands. */
export function knownReceipt(row: {
  pos_id: string
  content: string
  returned: string | null
  status: string
  refunded: number
  bonuses_returned: number
  cancellations: number
}): KnownReceipt {
  const frozen = readFrozen(row)
  const { settled } = frozen
  const returned = readReturned(row, frozen)
  const { totals } = settled
  return {
    day: settled.day,
    pos_id: row.pos_id,
    whole: row.status === 'cancelled',
    discounted: totals.till_discount + totals.promotion_discount + totals.level_discount > 0,
    refunds: row.cancellations,
    paid: totals.to_pay - row.refunded,
    spent: totals.bonuses_spent - row.bonuses_returned,
    lines: settled.lines.map((line) => {
      const back = returnedOfLine(settled, returned, line)
      return {
        barcode: line.barcode,
        sku: line.sku,
        plain_name: line.barcode === null && line.sku === null ? line.name : null,
        category: line.category?.toLowerCase() ?? null,
        quantity: line.quantity - back.returned_quantity,
        amount: line.to_pay - back.returned_money,
      }
    }),
  }
}

export const knownAccount = (row: AccountRow): Account => accountOf(row)

/** The ids of those whom the filter finds, in order. */
export function findPlainly(
  filter: Filter,
  buyers: readonly KnownBuyer[],
  ground: Ground,
): string[] {
  return buyers
    .filter((buyer) => {
      const { groups = [], ...own } = filter
      const answers = [
        ...answersOf(own, buyer, buyers, ground),
        ...groups.flatMap((group) => {
          const inner = answersOf(group, buyer, buyers, ground)
          return inner.length === 0 ? [] : [agree(inner, group.match)]
        }),
      ]
      return answers.length === 0 || agree(answers, filter.match)
    })
    .map(({ id }) => id)
    .toSorted()
}

const agree = (answers: boolean[], match: 'all' | 'any') =>
  match === 'all' ? answers.every(Boolean) : answers.some(Boolean)

const there = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
const says = (range: Range | null | undefined): range is Range =>
  there(range) && (there(range.from) || there(range.to))
const fits = (value: number | null, { from, to }: Range) =>
  value !== null && (!there(from) || value >= from) && (!there(to) || value <= to)
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

function inPeriod(
  period: Period | null | undefined,
  today: number,
): ((day: string) => boolean) | null {
  if (!there(period)) return null
  const tests: ((day: number) => boolean)[] = []
  const { date_from, date_to, last_days, days_ago } = period
  if (there(date_from)) tests.push((day) => day >= dayNumber(date_from))
  if (there(date_to)) tests.push((day) => day <= dayNumber(date_to))
  if (there(last_days)) tests.push((day) => day > today - last_days)
  if (there(days_ago?.from)) {
    const { from } = days_ago
    tests.push((day) => today - day >= (from ?? 0))
  }
  if (there(days_ago?.to)) {
    const { to } = days_ago
    tests.push((day) => today - day <= (to ?? 0))
  }
  if (tests.length === 0) return null
  return (day) => tests.every((test) => test(dayNumber(day)))
}

function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return birthday.slice(5) > today.slice(5) ? years - 1 : years
}

function bought(
  receipts: KnownReceipt[],
  names: (line: KeptLine) => boolean,
  least: { times: number; quantity: number; amount: number },
): boolean {
  let times = 0
  let quantity = 0
  let amount = 0
  for (const { lines, whole } of receipts) {
    if (whole) continue
    // Two lines of one product are one product of the receipt.
    const kept = lines.filter((line) => names(line) && line.quantity > 0)
    const keys = kept.map((line) => [line.barcode, line.sku, line.plain_name, line.category])
    times += new Set(keys.map((key) => JSON.stringify(key))).size
    quantity += sum(kept.map((line) => line.quantity))
    amount += sum(kept.map((line) => line.amount))
  }
  return times >= Math.max(1, least.times) && quantity >= least.quantity && amount >= least.amount
}

function answersOf(
  set: Conditions,
  buyer: KnownBuyer,
  all: readonly KnownBuyer[],
  ground: Ground,
): boolean[] {
  const days = inPeriod(set.period, ground.today.number)
  const lately = buyer.receipts.filter(({ day }) => days === null || days(day))
  return [
    ...profileAnswers(set, buyer, all, ground),
    ...lifeAnswers(set, buyer, lately, days !== null, ground),
    ...shoppingAnswers(set, buyer, lately, ground),
    ...bonusAnswers(set, buyer, lately, days !== null, ground),
    ...contactAnswers(set, buyer, ground),
    ...scoreAnswers(set, buyer, ground),
  ]
}

function profileAnswers(
  set: Conditions,
  buyer: KnownBuyer,
  all: readonly KnownBuyer[],
  ground: Ground,
): boolean[] {
  const answers: boolean[] = []
  const { today, timezone, now, program } = ground
  const { registered, gender, age, birthday, cities, tags, sources, level_ids, referral } = set
  if (there(registered)) {
    const joined = dayOf(buyer.joined_at.getTime(), timezone).text
    const test = inPeriod(
      { date_from: registered.from, date_to: registered.to, last_days: registered.last_days },
      today.number,
    )
    if (test) answers.push(test(joined))
  }
  if (gender?.length) {
    const short = buyer.gender === null ? 'unknown' : buyer.gender === 'female' ? 'f' : 'm'
    answers.push(gender.includes(short))
  }
  if (says(age)) {
    answers.push(buyer.birthday !== null && fits(ageOn(buyer.birthday, today.text), age))
  }
  if (there(birthday)) {
    const { in_days_from, in_days_to, month, this_month } = birthday
    const { birthday: born } = buyer
    const near = there(in_days_from) || there(in_days_to)
    const months = [
      ...(there(month) ? [month] : []),
      ...(this_month === true ? [Number(today.text.slice(5, 7))] : []),
    ]
    const comes =
      born !== null && comesWithin(born, today.number, in_days_from ?? 0, in_days_to ?? 366)
    const in_month = born !== null && months.includes(Number(born.slice(5, 7)))
    if (near || months.length > 0) {
      answers.push((!near || comes) && (months.length === 0 || in_month))
    }
  }
  if (cities?.length) {
    const named = cities.map((city) => city.toLowerCase())
    answers.push(buyer.city !== null && named.includes(buyer.city.toLowerCase()))
  }
  if (set.messengers?.length) {
    const none = set.messengers.includes('none') && buyer.messengers.length === 0
    answers.push(none || set.messengers.some((one) => buyer.messengers.includes(one)))
  }
  if (there(set.consent_marketing)) answers.push(buyer.consent_messages === set.consent_marketing)
  if (tags?.any?.length || tags?.all?.length || tags?.none?.length) {
    const has = (tag: string) => buyer.tags.includes(tag)
    const { any = [], all: whole = [], none = [] } = tags
    answers.push((any.length === 0 || any.some(has)) && whole.every(has) && !none.some(has))
  }
  if (sources?.length) answers.push((sources as string[]).includes(buyer.joined_via))
  if (level_ids?.length)
    answers.push(level_ids.includes(levelOf(buyer.account, program, now.getTime())))
  if (there(referral) && (there(referral.was_invited) || there(referral.invited_min))) {
    const { was_invited, invited_min } = referral
    const invited = all.filter((one) => one.referred_by === buyer.id).length
    const asked = !there(was_invited) || (buyer.referred_by !== null) === was_invited
    answers.push(asked && (!there(invited_min) || invited >= invited_min))
  }
  return answers
}

/** Whether the birthday comes so many days from today; 29 February is the 28th of other years. */
function comesWithin(birthday: string, today: number, from: number, to: number): boolean {
  for (let day = today + from; day <= today + to; day += 1) {
    const date = new Date(day * 86_400_000).toISOString()
    const leap = new Date(Date.UTC(Number(date.slice(0, 4)), 1, 29)).getUTCDate() === 29
    const dates = [date.slice(5, 10), ...(date.slice(5, 10) === '02-28' && !leap ? ['02-29'] : [])]
    if (dates.includes(birthday.slice(5))) return true
  }
  return false
}

function lifeAnswers(
  set: Conditions,
  { account, receipts }: KnownBuyer,
  lately: KnownReceipt[],
  in_days: boolean,
  { today, timezone }: Ground,
): boolean[] {
  const answers: boolean[] = []
  const count = in_days ? lately.filter(({ whole }) => !whole).length : account.receipts
  const paid = Math.max(0, in_days ? sum(lately.map((one) => one.paid)) : account.turnover)
  const average = count > 0 ? Math.floor(paid / count) : null
  if (says(set.receipts_count)) answers.push(fits(count, set.receipts_count))
  if (says(set.turnover)) answers.push(fits(paid, set.turnover))
  if (says(set.average_receipt)) answers.push(fits(average, set.average_receipt))
  const ago = (day: string | undefined) =>
    day === undefined ? null : today.number - dayNumber(day)
  const visits = [
    ...new Set(receipts.filter(({ whole }) => !whole).map(({ day }) => day)),
  ].toSorted()
  if (says(set.last_purchase_days)) {
    const last = account.last_receipt_at
    answers.push(
      fits(
        last === null ? null : today.number - dayOf(last, timezone).number,
        set.last_purchase_days,
      ),
    )
  }
  if (says(set.first_purchase_days)) answers.push(fits(ago(visits[0]), set.first_purchase_days))
  const gaps = visits.slice(1).map((day, index) => dayNumber(day) - dayNumber(visits[index] ?? day))
  const median =
    gaps.length < 2
      ? null
      : (gaps.toSorted((a, b) => a - b)[Math.ceil(gaps.length / 2) - 1] ?? null)
  if (says(set.days_between_visits)) answers.push(fits(median, set.days_between_visits))
  if (says(set.churn_risk)) {
    const since = ago(visits.at(-1))
    answers.push(
      median !== null && since !== null && fits(since / Math.max(1, median), set.churn_risk),
    )
  }
  const standing = receipts.filter(({ whole }) => !whole)
  const discounted = standing.filter((one) => one.discounted).length
  if (says(set.discount_receipts_share)) {
    const share = standing.length > 0 ? Math.floor((discounted * 10_000) / standing.length) : null
    answers.push(fits(share, set.discount_receipts_share))
  }
  if (says(set.refunds_count))
    answers.push(fits(sum(receipts.map((one) => one.refunds)), set.refunds_count))
  return answers
}

function shoppingAnswers(
  set: Conditions,
  { receipts }: KnownBuyer,
  lately: KnownReceipt[],
  { today }: Ground,
): boolean[] {
  const answers: boolean[] = []
  const within = (period: Period | null | undefined) => {
    const test = inPeriod(period, today.number)
    return test === null ? lately : receipts.filter(({ day }) => test(day))
  }
  const once = { times: 1, quantity: 0, amount: 0 }
  const { positive_barcodes: positive, negative_barcodes: negative, categories, pos } = set
  if (there(positive)) {
    const { codes = [], skus = [], categories: groups = [] } = positive
    const named = [
      ...codes.map((code) => (line: KeptLine) => line.barcode === code),
      ...skus.map((sku) => (line: KeptLine) => line.sku === sku),
      ...groups.map((name) => (line: KeptLine) => line.category === name.toLowerCase()),
    ]
    const least = {
      times: positive.min_times ?? 1,
      quantity: positive.min_quantity ?? 0,
      amount: positive.min_amount ?? 0,
    }
    const from = within(positive.period)
    if (named.length > 0 && positive.match === 'all') {
      answers.push(named.every((names) => bought(from, names, least)))
    } else if (named.length > 0) {
      answers.push(bought(from, (line) => named.some((names) => names(line)), least))
    }
  }
  if (there(negative)) {
    const { codes = [], skus = [], categories: groups = [], period, period_days } = negative
    const low = groups.map((name) => name.toLowerCase())
    const from =
      inPeriod(period, today.number) === null && there(period_days)
        ? within({ last_days: period_days })
        : within(period)
    if (codes.length + skus.length + low.length > 0) {
      const names = (line: KeptLine) =>
        codes.includes(line.barcode ?? '-') ||
        skus.includes(line.sku ?? '-') ||
        low.includes(line.category ?? '-')
      answers.push(!bought(from, names, once))
    }
  }
  const ofGroups = (names: string[]) => (line: KeptLine) =>
    names.some((name) => name.toLowerCase() === line.category)
  const { include = [], exclude = [] } = categories ?? {}
  if (include.length + exclude.length > 0) {
    const wanted = include.length === 0 || bought(lately, ofGroups(include), once)
    answers.push(wanted && !bought(lately, ofGroups(exclude), once))
  }
  if (pos?.include?.length || pos?.exclude?.length) {
    const standing = lately.filter(({ whole }) => !whole)
    const at = (ids: string[]) => standing.filter(({ pos_id }) => ids.includes(pos_id)).length
    const here = at(pos.include ?? [])
    const share = here > 0 && here * 10_000 >= (pos.share_percent_min ?? 0) * standing.length
    answers.push((!pos.include?.length || share) && at(pos.exclude ?? []) === 0)
  }
  return answers
}

function bonusAnswers(
  set: Conditions,
  { account, receipts }: KnownBuyer,
  lately: KnownReceipt[],
  in_days: boolean,
  { now, today, timezone }: Ground,
): boolean[] {
  const answers: boolean[] = []
  if (says(set.bonus_balance)) answers.push(fits(account.balance, set.bonus_balance))
  const { bonus_expiring_days: expiring } = set
  if (there(expiring)) {
    const burning = account.lots.filter(
      ({ expires_at }) =>
        expires_at !== null &&
        expires_at > now.getTime() &&
        dayOf(expires_at - 1, timezone).number <= today.number + expiring.within,
    )
    answers.push(sum(burning.map((lot) => lot.remaining)) >= Math.max(1, expiring.min_amount ?? 1))
  }
  const spent = sum(receipts.map((one) => one.spent))
  if (there(set.never_spent_bonuses)) answers.push(spent <= 0 === set.never_spent_bonuses)
  if (says(set.spent_bonuses)) {
    answers.push(fits(in_days ? sum(lately.map((one) => one.spent)) : spent, set.spent_bonuses))
  }
  if (there(set.has_debt)) answers.push(account.debt > 0 === set.has_debt)
  return answers
}

function contactAnswers(
  { bot_status, rating, message }: Conditions,
  { chats, stars, mailings, advertised }: KnownBuyer,
  { today, timezone }: Ground,
): boolean[] {
  const answers: boolean[] = []
  if (bot_status?.length) {
    const open = chats.filter(({ blocked }) => !blocked)
    const willing = open.some(({ marketing }) => marketing !== false)
    const status = open.length === 0 ? 'blocked' : willing ? 'active' : 'unsubscribed'
    answers.push(chats.length > 0 && bot_status.includes(status))
  }
  if (there(rating?.last_min) || there(rating?.last_max)) {
    answers.push(fits(stars[0] ?? null, { from: rating?.last_min, to: rating?.last_max }))
  }
  const { not_contacted_days: quiet, received_post_id, reacted } = message ?? {}
  const parts: boolean[] = []
  if (there(quiet)) {
    const days = advertised.map((at) => dayOf(at.getTime(), timezone).number)
    parts.push(days.every((day) => day <= today.number - quiet))
  }
  if (there(received_post_id) || there(reacted)) {
    const got = mailings.filter(
      ({ post_id }) => !there(received_post_id) || post_id === received_post_id,
    )
    parts.push(got.length > 0 && (!there(reacted) || got.some(({ tapped }) => tapped) === reacted))
  }
  if (parts.length > 0) answers.push(parts.every(Boolean))
  return answers
}

function scoreAnswers(set: Conditions, { account }: KnownBuyer, { borders }: Ground): boolean[] {
  const answers: boolean[] = []
  const { rfm, turnover_top_percent: top } = set
  if (borders === null) return answers
  if (there(top)) {
    const border = borders.top_turnover[[1, 5, 10, 20, 50].indexOf(top)] ?? 0
    answers.push(account.receipts > 0 && account.turnover >= border)
  }
  if (!there(rfm)) return answers
  const scores = rfmOf(account, borders)
  const parts = (['r', 'f', 'm'] as const).flatMap((key) =>
    rfm[key]?.length ? [scores !== null && rfm[key].includes(scores[key])] : [],
  )
  if (rfm.segment?.length) parts.push(scores !== null && rfm.segment.includes(scores.segment))
  if (parts.length > 0) answers.push(parts.every(Boolean))
  return answers
}
