/**
 * A filter as one condition of SQL over `buyer b`, `account a`, `buyer_order o` and `buyer_habit h`.
 *
 * Everything that comes from a filter is a parameter. Each condition is true or not true (null is
 * not true) and none is negated as a whole, so `any` and `all` mean what they say.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { birthdaysAround } from '#server/features/program/birthday-rules.ts'
import { allOf, heldBy, joined, type Ask } from './ask-store.ts'
import { contactAsks } from './contact-condition-store.ts'
import { levelAsk } from './level-store.ts'
import {
  birthdaysOfAge,
  daysBack,
  daysOf,
  isList,
  isRange,
  isSet,
  momentsOf,
  type Conditions,
  type Days,
  type Filter,
  type Ground,
  type Moments,
  type Range,
} from './filter-rules.ts'
import { productAsks } from './product-condition-store.ts'
import { rfmAsks } from './rfm-condition-store.ts'

/** The buyers of a filter: never forgotten ones, nor those merged into another. */
export function whereOf(filter: Filter, ground: Ground): Ask {
  const { groups = [], ...own } = filter
  const asks = [
    ...asksOf(own, ground),
    ...groups.flatMap((group) => {
      const inner = asksOf(group, ground)
      return inner.length > 0 ? [joined(inner, group.match)] : []
    }),
  ]
  const base = sql<SqlBool>`b.organization_id = ${ground.organization_id}
    and b.status <> 'forgotten' and b.merged_into is null`
  return asks.length > 0 ? sql`${base} and ${joined(asks, filter.match)}` : base
}

function asksOf(set: Conditions, ground: Ground): Ask[] {
  const days = daysOf(set.period, ground.today.number)
  return [
    ...profileAsks(set, ground),
    ...visitAsks(set, ground, days),
    ...bonusAsks(set, ground, days),
    ...productAsks(set, ground, days),
    ...contactAsks(set, ground),
    ...rfmAsks(set, ground),
  ]
}

/** A value within a range, ends included. */
function between(value: RawBuilder<unknown>, range: Range | null | undefined): Ask[] {
  if (!isRange(range)) return []
  const { from, to } = range
  const ends = [
    ...(isSet(from) ? [sql<SqlBool>`${value} >= ${from}::bigint`] : []),
    ...(isSet(to) ? [sql<SqlBool>`${value} <= ${to}::bigint`] : []),
  ]
  return [joined(ends, 'all')]
}

function within(value: RawBuilder<unknown>, { from, before }: Moments): Ask {
  const ends = [
    sql<SqlBool>`${value} is not null`,
    ...(from === null ? [] : [sql<SqlBool>`${value} >= ${new Date(from)}::timestamptz`]),
    ...(before === null ? [] : [sql<SqlBool>`${value} < ${new Date(before)}::timestamptz`]),
  ]
  return joined(ends, 'all')
}

/** Days within; the value may be a column of any table. */
function withinDays(value: RawBuilder<unknown>, { from, to }: Days): Ask {
  const ends = [
    sql<SqlBool>`${value} is not null`,
    ...(from === null ? [] : [sql<SqlBool>`${value} >= ${from}::date`]),
    ...(to === null ? [] : [sql<SqlBool>`${value} <= ${to}::date`]),
  ]
  return joined(ends, 'all')
}

function profileAsks(set: Conditions, ground: Ground): Ask[] {
  const { registered, gender, age, cities, consent_marketing, tags, sources, level_ids } = set
  const asks: Ask[] = []
  if (isList(set.buyer_ids)) asks.push(sql`b.id = any(${set.buyer_ids}::uuid[])`)
  if (isSet(registered)) {
    const { from, to, last_days } = registered
    const days = daysOf({ date_from: from, date_to: to, last_days }, ground.today.number)
    if (days !== null) asks.push(within(sql`b.joined_at`, momentsOf(days, ground.timezone)))
  }
  if (isList(gender)) {
    const names = gender.map((one) => ({ f: 'female', m: 'male', unknown: '' })[one])
    asks.push(sql`coalesce(b.gender, '') = any(${names}::text[])`)
  }
  if (isRange(age)) {
    const { after, until } = birthdaysOfAge(age, ground.today.text)
    const born = [
      sql<SqlBool>`b.birthday is not null`,
      ...(until === null ? [] : [sql<SqlBool>`b.birthday <= ${until}::date`]),
      ...(after === null ? [] : [sql<SqlBool>`b.birthday > ${after}::date`]),
    ]
    asks.push(joined(born, 'all'))
  }
  asks.push(...birthdayAsks(set, ground))
  if (isList(cities)) {
    const names = cities.map((name) => name.toLowerCase())
    asks.push(sql`lower(b.city) = any(${names}::text[])`)
  }
  asks.push(...messengerAsks(set))
  if (isSet(consent_marketing)) asks.push(sql`b.consent_messages = ${consent_marketing}`)
  asks.push(
    ...allOf([
      ...(isList(tags?.any) ? [sql<SqlBool>`b.tags && ${tags.any}::text[]`] : []),
      ...(isList(tags?.all) ? [sql<SqlBool>`b.tags @> ${tags.all}::text[]`] : []),
      ...(isList(tags?.none) ? [sql<SqlBool>`not (b.tags && ${tags.none}::text[])`] : []),
    ]),
  )
  if (isList(sources)) asks.push(sql`b.joined_via = any(${sources}::text[])`)
  if (isList(level_ids)) asks.push(levelAsk(level_ids, ground))
  return asks
}

/** Reached now by any of these; `none`: by nothing. */
function messengerAsks({ messengers }: Conditions): Ask[] {
  if (!isList(messengers)) return []
  const named = messengers.filter((one) => one !== 'none')
  const ways = [
    ...(named.length > 0 ? [sql<SqlBool>`b.messengers && ${named}::text[]`] : []),
    ...(named.length < messengers.length ? [sql<SqlBool>`b.messengers = '{}'`] : []),
  ]
  return [joined(ways, 'any')]
}

// As the index on birthdays has it.
const monthDay = sql`extract(month from b.birthday)::int * 100 + extract(day from b.birthday)::int`

function birthdayAsks({ birthday }: Conditions, { today }: Ground): Ask[] {
  if (!isSet(birthday)) return []
  const { in_days_from, in_days_to, month, this_month } = birthday
  const asks: Ask[] = []
  if (isSet(in_days_from) || isSet(in_days_to)) {
    const window = { days_before: in_days_to ?? 366, days_after: -(in_days_from ?? 0) }
    const days = birthdaysAround(today.number, window).map(({ month_day }) => month_day)
    asks.push(sql`(b.birthday is not null and ${monthDay} = any(${days}::int[]))`)
  }
  const months = [
    ...(isSet(month) ? [month] : []),
    ...(this_month === true ? [Number(today.text.slice(5, 7))] : []),
  ]
  if (months.length > 0) {
    asks.push(sql`extract(month from b.birthday)::int = any(${months}::int[])`)
  }
  return allOf(asks)
}

function visitAsks(set: Conditions, ground: Ground, days: Days | null): Ask[] {
  const { last_purchase_days, first_purchase_days, days_between_visits, churn_risk } = set
  const { discount_receipts_share: share, refunds_count, referral } = set
  const asks = days === null ? lifeAsks(set, ground) : periodAsks(set, ground, days)
  if (isRange(last_purchase_days)) {
    const back = daysBack(last_purchase_days, ground.today.number)
    asks.push(within(heldBy(ground).last_receipt_at, momentsOf(back, ground.timezone)))
  }
  if (isRange(first_purchase_days)) {
    asks.push(withinDays(sql`h.first_day`, daysBack(first_purchase_days, ground.today.number)))
  }
  asks.push(...between(sql`h.gap_days`, days_between_visits))
  if (isRange(share)) {
    const part = between(sql`h.discounted::bigint * 10000 / nullif(h.receipts, 0)`, share)
    asks.push(...part)
  }
  asks.push(...between(sql`coalesce(h.refunds, 0)`, refunds_count))
  if (isRange(churn_risk)) {
    const since = sql`(${ground.today.text}::date - h.last_day)::numeric`
    const gap = sql`greatest(h.gap_days, 1)`
    const { from, to } = churn_risk
    const ends = [
      sql<SqlBool>`h.gap_days is not null`,
      ...(isSet(from) ? [sql<SqlBool>`${since} >= ${from}::numeric * ${gap}`] : []),
      ...(isSet(to) ? [sql<SqlBool>`${since} <= ${to}::numeric * ${gap}`] : []),
    ]
    asks.push(joined(ends, 'all'))
  }
  return [...asks, ...referralAsks(referral, ground)]
}

function referralAsks(referral: Conditions['referral'], { organization_id }: Ground): Ask[] {
  if (!isSet(referral)) return []
  const { was_invited, invited_min } = referral
  const invited =
    was_invited === true
      ? sql<SqlBool>`b.referred_by is not null`
      : sql<SqlBool>`b.referred_by is null`
  return allOf([
    ...(isSet(was_invited) ? [invited] : []),
    ...(isSet(invited_min)
      ? [
          sql<SqlBool>`b.id in (select f.referred_by from buyer f
            where f.organization_id = ${organization_id} and f.referred_by is not null
            group by f.referred_by having count(*) >= ${invited_min}::bigint)`,
        ]
      : []),
  ])
}

/** Receipts and money of the whole life: the account knows them. */
function lifeAsks(
  { receipts_count, turnover, average_receipt }: Conditions,
  ground: Ground,
): Ask[] {
  const held = heldBy(ground)
  const paid = sql`greatest(coalesce(${held.turnover}, 0), 0)`
  return [
    ...between(sql`coalesce(${held.receipts}, 0)`, receipts_count),
    ...between(paid, turnover),
    ...between(sql`${paid} / nullif(${held.receipts}, 0)`, average_receipt),
  ]
}

/** The same of some days: those who have nothing in them are no rows of the sums. */
function periodAsks(set: Conditions, ground: Ground, days: Days): Ask[] {
  const receipts = sql`sum(s.receipts)`
  const paid = sql`greatest(sum(s.turnover), 0)`
  const asked: [RawBuilder<unknown>, Range | null | undefined][] = [
    [receipts, set.receipts_count],
    [paid, set.turnover],
    [sql`div(${paid}, nullif(${receipts}, 0))`, set.average_receipt],
  ]
  return asked.flatMap(([value, range], index) => {
    if (!isRange(range)) return []
    const sums = (having: Ask) => sql`select s.buyer_id from account_day s
      where s.organization_id = ${ground.organization_id} and ${withinDays(sql`s.day`, days)}
      group by s.buyer_id having ${having}`
    // Nobody has an average of nothing; nought receipts and nought money everybody may have.
    if (index === 2 || (range.from ?? 0) > 0) {
      return between(value, range).map((having): Ask => sql`b.id in (${sums(having)})`)
    }
    if (!isSet(range.to)) return [sql<SqlBool>`true`]
    return [sql<SqlBool>`b.id not in (${sums(sql`${value} > ${range.to}::bigint`)})`]
  })
}

function bonusAsks(set: Conditions, ground: Ground, days: Days | null): Ask[] {
  const { bonus_balance, bonus_expiring_days: expiring, never_spent_bonuses, has_debt } = set
  const asks = between(sql`coalesce(${heldBy(ground).balance}, 0)`, bonus_balance)
  if (isSet(expiring)) {
    const last = daysBack({ from: -expiring.within }, ground.today.number)
    const { before } = momentsOf(last, ground.timezone)
    asks.push(sql`(select coalesce(sum(l.remaining), 0)
      from unnest(a.lot_remaining, a.lot_expires_at) as l(remaining, expires_at)
      where l.expires_at > ${ground.now}::timestamptz
        and l.expires_at <= ${new Date(before ?? 0)}::timestamptz)
      >= ${Math.max(1, expiring.min_amount ?? 1)}::bigint`)
  }
  if (isSet(never_spent_bonuses)) {
    const spent = sql`coalesce(h.spent, 0)`
    asks.push(never_spent_bonuses ? sql`${spent} <= 0` : sql`${spent} > 0`)
  }
  if (isSet(has_debt)) {
    asks.push(has_debt ? sql`coalesce(a.debt, 0) > 0` : sql`coalesce(a.debt, 0) = 0`)
  }
  if (isRange(set.spent_bonuses)) {
    const spent =
      days === null
        ? sql`coalesce(h.spent, 0)`
        : sql`coalesce((select sum(v.spent) from buyer_visit v
            where v.organization_id = b.organization_id and v.buyer_id = b.id
              and ${withinDays(sql`v.day`, days)}), 0)`
    asks.push(...between(spent, set.spent_bonuses))
  }
  return asks
}
