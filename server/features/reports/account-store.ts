/** The SQL of the report of accounts. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { movements } from './movement-store.ts'
import { only, type Scope } from './store.ts'

/** What one account holds at a moment, lot by lot: a late expiry job changes no figure. */
const holdings = (now: Date, soon: Date) => sql`
  lateral (
    select
      coalesce(sum(remaining) filter (where active_from <= ${now}), 0)::bigint as available,
      coalesce(sum(remaining) filter (where active_from > ${now}), 0)::bigint as pending,
      coalesce(sum(remaining) filter (where expires_at <= ${soon}), 0)::bigint as expiring_30d
    from unnest(a.lot_remaining::bigint[], a.lot_active_from, a.lot_expires_at)
      as lot (remaining, active_from, expires_at)
    where expires_at is null or expires_at > ${now}
  ) as held`

export type AccountTotals = {
  buyers: number
  balance: number
  available: number
  pending: number
  debt: number
  expiring_30d: number
}

type AccountsAsk = {
  organization_id: string
  now: Date
  soon: Date
  /** One buyer; null: a phone was given that no buyer has. */
  buyer_id?: string | null | undefined
  /** Only buyers with a movement in it. */
  moved?: Scope | undefined
}

/** Only buyers with a movement in the scope, when one is given. */
const movedIn = (scope: Scope | undefined) =>
  scope === undefined ? sql`` : sql`and a.buyer_id in (select e.buyer_id ${movements(scope)})`

/** A card that was merged into another holds nothing for ever: it is nobody's. */
const living = (organization_id: string) =>
  sql`and a.buyer_id not in (select m.id from buyer m
    where m.organization_id = ${organization_id} and m.merged_into is not null)`

/** Buyers in the kept order who moved: looked up one by one, for a page that is full soon. */
const movedInOrder = (scope: Scope | undefined) =>
  scope === undefined
    ? sql``
    : sql`and exists (select ${movements(scope)} and e.buyer_id = o.buyer_id offset 0)`

/** Living buyers, whatever their status: each has an account. */
export async function countAccounts(db: Db, organization_id: string): Promise<number> {
  const { rows } = await sql<{ buyers: number }>`
    select coalesce(sum(buyers), 0)::bigint as buyers from buyer_tally
    where organization_id = ${organization_id}`.execute(db)
  return rows[0]?.buyers ?? 0
}

/** Out of all lots at once: an account is told by its first one, which may be none. */
export async function sumAccounts(db: Db, ask: AccountsAsk): Promise<AccountTotals> {
  const { now, soon } = ask
  const { rows } = await sql<AccountTotals>`
    select buyers, available + pending as balance, available, pending, debt, expiring_30d
    from (
      select count(*) filter (where first) as buyers,
        coalesce(sum(remaining) filter (where lasts and active_from <= ${now}), 0)::bigint as available,
        coalesce(sum(remaining) filter (where lasts and active_from > ${now}), 0)::bigint as pending,
        coalesce(sum(a.debt) filter (where first), 0)::bigint as debt,
        coalesce(sum(remaining) filter (where lasts and expires_at <= ${soon}), 0)::bigint as expiring_30d
      from account a
      left join unnest(a.lot_remaining::bigint[], a.lot_active_from, a.lot_expires_at)
        with ordinality as lot (remaining, active_from, expires_at, place) on true
      cross join lateral (values (coalesce(place, 1) = 1,
        expires_at is null or expires_at > ${now})) as v (first, lasts)
      where a.organization_id = ${ask.organization_id} ${only(sql`a.buyer_id`, ask.buyer_id)}
        ${living(ask.organization_id)}
        ${movedIn(ask.moved)}) as s`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

const accountOrders = {
  '-balance': sql`available + pending desc`,
  balance: sql`available + pending`,
  '-debt': sql`a.debt desc`,
  '-expiring_30d': sql`expiring_30d desc`,
  '-last_visit_at': sql`a.last_receipt_at desc nulls last`,
  name: sql`b.search_name collate "uk-x-icu"`,
}

export type AccountSort = keyof typeof accountOrders

export type AccountListRow = {
  buyer_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  level: number | null
  available: number
  pending: number
  debt: number
  expiring_30d: number
  last_visit_at: Date | null
}

/** Orders that are kept beside the accounts for long lists, a minute or two behind (decision 0050). */
const keptOrders: { [sort in AccountSort]?: RawBuilder<unknown> } = {
  '-balance': sql`o.balance desc, o.buyer_id desc`,
  balance: sql`o.balance, o.buyer_id`,
  '-last_visit_at': sql`o.last_receipt_at desc nulls last, o.buyer_id desc`,
}

export const isKept = (sort: AccountSort): boolean => keptOrders[sort] !== undefined

type Page = { sort: AccountSort; start: number; kept?: boolean }

/** A part of a whole shop, or of those in it who moved, by the kept order. */
const keptPage = ({
  organization_id,
  moved,
  sort,
  start,
  count,
}: AccountsAsk & Page & { count: number }) =>
  sql`and a.buyer_id = any(array(
    select o.buyer_id from buyer_order o
    where o.organization_id = ${organization_id}
      and o.buyer_id not in (select m.id from buyer m
        where m.organization_id = ${organization_id} and m.merged_into is not null)
      ${movedInOrder(moved)}
    order by ${keptOrders[sort]} limit ${count} offset ${start}))`

/** A part of them in an order, or by their keys what follows the one that was read last. */
export async function listAccounts(
  db: Db,
  ask: AccountsAsk & { count: number } & (Page | { after: string | undefined }),
): Promise<AccountListRow[]> {
  const kept = 'sort' in ask && ask.kept
  const { rows } = await sql<AccountListRow>`
    select a.buyer_id, b.first_name, b.last_name, b.phone, coalesce(a.pinned_level, a.level) as level,
      available, pending, a.debt::bigint as debt, expiring_30d, a.last_receipt_at as last_visit_at
    from account a
    join buyer b on b.organization_id = a.organization_id and b.id = a.buyer_id,
      ${holdings(ask.now, ask.soon)}
    where a.organization_id = ${ask.organization_id} ${only(sql`a.buyer_id`, ask.buyer_id)}
      ${living(ask.organization_id)}
      ${kept ? keptPage(ask) : movedIn(ask.moved)}
      ${'after' in ask && ask.after !== undefined ? sql`and a.buyer_id > ${ask.after}` : sql``}
    order by ${'sort' in ask ? sql`${accountOrders[ask.sort]}, a.buyer_id` : sql`a.buyer_id`}
    limit ${ask.count} offset ${'start' in ask && !kept ? ask.start : 0}`.execute(db)
  return rows
}
