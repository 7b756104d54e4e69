/** The SQL of the reports of movements. */
import { sql } from 'kysely'
import { dayNumber, dayOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { Db } from '#server/io/db.ts'
import { only, onlyBuyer, type Scope } from './store.ts'

/** Movements of the scope. The moments bound the blocks that are read. */
export const movements = (scope: Scope, kind?: string) => sql`
  from entry e
  where e.organization_id = ${scope.organization_id}
    and e.created_at >= ${new Date(scope.made.from)} and e.created_at < ${new Date(scope.made.to)}
    and e.day between ${scope.start_date} and ${scope.end_date}
    ${only(sql`e.pos_id`, scope.pos_id)} ${onlyBuyer(sql`e.buyer_id`, scope)}
    ${only(sql`e.kind`, kind)}`

export async function countMovements(db: Db, scope: Scope, kind?: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${movements(scope, kind)}`.execute(db)
  return rows[0]?.total ?? 0
}

export type MovementRow = {
  created_at: Date
  buyer_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  number: number
  kind: string
  amount: number
  debt_change: number
  balance_after: number
  receipt_id: string | null
  receipt_number: string | null
  pos_id: string | null
  pos_name: string | null
  by: string | null
  reason: string | null
}

type MovementsAsk = {
  kind?: string | undefined
  count: number
  start?: number
  /** The movement that was read last. */
  after?: Pick<MovementRow, 'created_at' | 'buyer_id' | 'number'> | undefined
}

/** What follows a movement in the order below. */
const following = ({ created_at, buyer_id, number }: NonNullable<MovementsAsk['after']>) => sql`
  and e.created_at <= ${created_at}
  and (e.created_at < ${created_at} or e.buyer_id > ${buyer_id}
    or (e.buyer_id = ${buyer_id} and e.number < ${number}))`

/**
 * Newest first: a part of them from `start`, or what follows the one that was read last. Sought in as
 * many of the last days as should hold them; should they not be there, everywhere.
 */
export async function listMovements(
  db: Db,
  scope: Scope,
  ask: MovementsAsk,
): Promise<MovementRow[]> {
  const from = scope.buyer_id === undefined ? await likelyFrom(db, scope, ask) : undefined
  if (from !== undefined && from > scope.made.from) {
    const rows = await selectMovements(db, { ...scope, made: { ...scope.made, from } }, ask)
    if (rows.length === ask.count) return rows
  }
  return selectMovements(db, scope, ask)
}

/** The moment since when so many were made, as far as the gathered sums tell. */
async function likelyFrom(
  db: Db,
  { organization_id, timezone, start_date, end_date, pos_id }: Scope,
  { kind, count, start = 0, after }: MovementsAsk,
): Promise<Moment | undefined> {
  const until = after ? dayOf(after.created_at.getTime(), timezone).text : end_date
  // The rest of the day that was read last is no whole one.
  const wanted = after ? count * 2 : start + count
  const { rows } = await sql<{ day: string }>`
    select day from (
      select day, sum(sum(operations)) over (order by day desc) as made from entry_day
      where organization_id = ${organization_id} and day between ${start_date} and ${until}
        ${only(sql`pos_id`, pos_id)} ${only(sql`kind`, kind)}
      group by day) as d
    where made >= ${wanted} order by day desc limit 1`.execute(db)
  const [first] = rows
  return first && startOfDay(dayNumber(first.day), timezone)
}

async function selectMovements(db: Db, scope: Scope, ask: MovementsAsk): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select e.created_at, e.buyer_id, b.first_name, b.last_name, b.phone, e.number, e.kind,
      e.amount, e.debt_change, e.balance_after::bigint as balance_after, e.receipt_id,
      r.number as receipt_number, e.pos_id, p.name as pos_name,
      coalesce(k.name, u.first_name) as by, e.reason
    from (
      select e.* ${movements(scope, ask.kind)} ${ask.after ? following(ask.after) : sql``}
      order by e.created_at desc, e.buyer_id, e.number desc
      limit ${ask.count} offset ${ask.start ?? 0}
    ) as e
    join buyer b on b.organization_id = e.organization_id and b.id = e.buyer_id
    left join receipt r on r.organization_id = e.organization_id and r.id = e.receipt_id
    left join pos p on p.organization_id = e.organization_id and p.id = e.pos_id
    left join cashier k on k.organization_id = e.organization_id
      and e.actor like 'cashier:%' and k.id::text = substr(e.actor, 9)
    left join user_account u on e.actor like 'owner:%' and u.id::text = substr(e.actor, 7)
    order by e.created_at desc, e.buyer_id, e.number desc`.execute(db)
  return rows
}

export type KindRow = {
  kind: string
  operations: number
  buyers: number
  amount: number
  debt_change: number
}

/** Movements by kind, and with kind '' all of them. */
export async function sumKinds(db: Db, scope: Scope): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select coalesce(e.kind, '') as kind, count(*) as operations,
      count(distinct e.buyer_id) as buyers, coalesce(sum(e.amount), 0)::bigint as amount,
      coalesce(sum(e.debt_change), 0)::bigint as debt_change
    ${movements(scope)}
    group by grouping sets ((e.kind), ())
    order by 1`.execute(db)
  return rows
}
