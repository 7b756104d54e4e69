/** The level a buyer has now, in SQL: the same as `ledger/level-rules.ts` says of one account. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { rollingFrom, type Ladder } from '#server/features/ledger/level-rules.ts'
import type { Ground } from './filter-rules.ts'

/** Whether the buyer's level is one of these rows of the ladder. */
export function levelAsk(numbers: readonly number[], ground: Ground): RawBuilder<SqlBool> {
  const { program: ladder, now } = ground
  const ranks = ladder.levels.map((level, rank) => (numbers.includes(level.number) ? rank : -1))
  const known = ladder.levels.map(({ number }) => number)
  const pinned = sql`(a.pinned_level = any(${known}::int[])
    and (a.pinned_until is null or a.pinned_until > ${now}::timestamptz))`
  return sql`(case when ${pinned} then ${rankOf(sql`a.pinned_level`, ladder)}
    else ${reachedRank(ground)} end) = any(${ranks.filter((rank) => rank >= 0)}::int[])`
}

/** Position of a level by its number; null: the ladder has it no more. */
function rankOf(number: RawBuilder<unknown>, { levels }: Ladder): RawBuilder<unknown> {
  return sql`(array_position(${levels.map((level) => level.number)}::int[], ${number}::int) - 1)`
}

/** Position of the highest row that starts at or below the turnover. */
function rankFor(turnover: RawBuilder<unknown>, { levels }: Ladder): RawBuilder<unknown> {
  const starts = levels.map((level) => level.min_turnover)
  return sql`greatest((select count(*) from unnest(${starts}::bigint[]) as s(start)
    where s.start <= ${turnover}) - 1, 0)`
}

function reachedRank(ground: Ground): RawBuilder<unknown> {
  const { program: ladder, today, now } = ground
  const year = Number(today.text.slice(0, 4))
  const earned = rankFor(turnoverOf(ground, year), ladder)
  const held = rankOf(sql`a.level`, ladder)
  if (ladder.level_downgrade === 'never') return sql`greatest(${earned}, coalesce(${held}, 0))`
  if (ladder.level_base === 'lifetime') return earned
  const ended = sql`coalesce(a.level_until <= ${now}::timestamptz, false)`
  const kept =
    ladder.level_base === 'calendar_year'
      ? sql`case when not ${ended} then 0
          when a.year = ${year}::int then ${rankFor(sql`a.last_year_turnover`, ladder)}
          when a.year = ${year - 1}::int then ${rankFor(sql`a.year_turnover`, ladder)}
          else 0 end`
      : sql`0`
  return sql`case when ${held} >= ${earned} and not ${ended} then ${held}
    else greatest(${earned}, ${kept}) end`
}

function turnoverOf(ground: Ground, year: number): RawBuilder<unknown> {
  const { program, now } = ground
  switch (program.level_base) {
    case 'lifetime':
      return sql`a.turnover`
    case 'calendar_year':
      return sql`(case when a.year = ${year}::int then a.year_turnover else 0 end)`
    case 'rolling_days':
      return sql`coalesce((select sum(s.turnover) from account_day s
        where s.organization_id = a.organization_id and s.buyer_id = a.buyer_id
          and s.day >= ${rollingFrom(program, now.getTime())}::date), 0)`
  }
}
