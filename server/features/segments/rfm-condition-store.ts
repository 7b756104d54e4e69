/** Recency, frequency and money as conditions of SQL. */
import { sql, type RawBuilder } from 'kysely'
import { allOf, heldBy, type Ask } from './ask-store.ts'
import { isList, isSet, type Conditions, type Ground } from './filter-rules.ts'
import { rfmBoxes, TOPS, type Borders } from './rfm-rules.ts'

export function rfmAsks({ rfm, turnover_top_percent: top }: Conditions, ground: Ground): Ask[] {
  const { borders } = ground
  if (!isSet(rfm) && !isSet(top)) return []
  if (borders === null) throw new Error('borders are loaded for a filter that uses them')
  const asks: Ask[] = []
  if (isSet(top)) {
    const border = borders.top_turnover[TOPS.indexOf(top)] ?? 0
    asks.push(sql`(${bought(ground)} and ${heldBy(ground).turnover} >= ${border}::bigint)`)
  }
  return isSet(rfm) ? [...asks, ...allOf(scoreAsks(rfm, ground, borders))] : asks
}

function scoreAsks(rfm: NonNullable<Conditions['rfm']>, ground: Ground, borders: Borders): Ask[] {
  const asks: Ask[] = []
  const came = bought(ground)
  const scores = scoresOf(ground, borders)
  for (const key of ['r', 'f', 'm'] as const) {
    const wanted = rfm[key]
    if (isList(wanted)) asks.push(sql`(${came} and ${scores[key]} = any(${wanted}::int[]))`)
  }
  if (isList(rfm.segment)) {
    const { r, f, m } = scores
    const cases = rfmBoxes.map(
      (box) => sql`when ${r} between ${box.r[0]} and ${box.r[1]}
        and ${f} between ${box.f[0]} and ${box.f[1]} and ${m} between ${box.m[0]} and ${box.m[1]}
        then ${box.segment}::text`,
    )
    asks.push(
      sql`(${came} and (case ${sql.join(cases, sql` `)} end) = any(${rfm.segment}::text[]))`,
    )
  }
  return asks
}

function bought(ground: Ground): Ask {
  const { receipts, last_receipt_at } = heldBy(ground)
  return sql`coalesce(${receipts}, 0) > 0 and ${last_receipt_at} is not null`
}

/** Scores as `scoreOf` gives them. */
function scoresOf(ground: Ground, { recency, receipts, turnover }: Borders) {
  const held = heldBy(ground)
  const score = (value: RawBuilder<unknown>, borders: readonly RawBuilder<unknown>[]) =>
    sql`(1 + ${sql.join(
      borders.map((border) => sql`(${value} > ${border})::int`),
      sql` + `,
    )})`
  return {
    r: score(
      held.last_receipt_at,
      recency.map((moment) => sql`${new Date(moment)}::timestamptz`),
    ),
    f: score(
      held.receipts,
      receipts.map((count) => sql`${count}::bigint`),
    ),
    m: score(
      held.turnover,
      turnover.map((sum) => sql`${sum}::bigint`),
    ),
  }
}
