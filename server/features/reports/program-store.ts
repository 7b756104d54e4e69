/** The SQL of what the program cost and brought. */
import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#server/io/db.ts'
import { madeIds, only, type Scope } from './store.ts'

const standing = (scope: Scope) => {
  const ids = madeIds(scope)
  return sql`
    r.organization_id = ${scope.organization_id} and r.id >= ${ids.from} and r.id < ${ids.to}
      and r.day between ${scope.start_date} and ${scope.end_date} and r.status <> 'cancelled'
      ${only(sql`r.pos_id`, scope.pos_id)}`
}

export type ProgramSums = {
  member_receipts: number
  member_paid: Minor
  other_receipts: number
  other_paid: Minor
  bonuses: Minor
  discounts: Minor
}

/** Receipts of a period that stand, with what was given back of them taken off. */
export async function sumProgram(db: Db, scope: Scope): Promise<ProgramSums> {
  const member = sql`filter (where r.buyer_id is not null)`
  const other = sql`filter (where r.buyer_id is null)`
  const { rows } = await sql<ProgramSums>`
    select count(*) ${member} as member_receipts,
      coalesce(sum(r.to_pay - r.refunded) ${member}, 0)::bigint as member_paid,
      count(*) ${other} as other_receipts,
      coalesce(sum(r.to_pay - r.refunded) ${other}, 0)::bigint as other_paid,
      coalesce(sum(r.bonuses_spent - r.bonuses_returned), 0)::bigint as bonuses,
      coalesce(sum(r.level_discount::bigint + r.promotion_discount) ${member}, 0)::bigint
        as discounts
    from receipt r where ${standing(scope)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

/** Money of the first receipts of those who joined in the period. */
export async function sumFirsts(db: Db, scope: Scope): Promise<Minor> {
  const ids = madeIds(scope)
  const { rows } = await sql<{ paid: Minor }>`
    select coalesce(sum(paid), 0)::bigint as paid from (
      select distinct on (r.buyer_id) r.to_pay - r.refunded as paid
      from receipt r
      join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
        and b.id >= ${ids.from} and b.id < ${ids.to}
        and (b.joined_at at time zone ${scope.timezone})::date
          between ${scope.start_date} and ${scope.end_date}
      where ${standing(scope)}
      order by r.buyer_id, r.id
    ) as firsts`.execute(db)
  return rows[0]?.paid ?? 0
}
