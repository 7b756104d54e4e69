/** The ledger check of promotions; see `check-store.ts`. Nothing is written here. */
import { sql } from 'kysely'
import type { Tx } from '#server/io/db.ts'
import type { Violation } from './check-rules.ts'

/** The shared counters of promotions against the uses they count. */
export async function findWrongUsage(tx: Tx, organization_id: string): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    select ${organization_id} as organization_id, null as buyer_id, f.rule,
      coalesce(g.promotion_id, s.promotion_id) || ': ' || f.expected as expected,
      coalesce(g.promotion_id, s.promotion_id) || ': ' || coalesce(f.found::text, 'none') as found
    from (select * from promotion_usage where organization_id = ${organization_id}) g
    full join (
      select promotion_id, sum(uses) as uses, sum(amount) as amount, sum(discount) as discount,
        sum(bonuses) as bonuses
      from promotion_use where organization_id = ${organization_id} group by promotion_id
    ) s using (promotion_id)
    cross join lateral (values
      ('promotion_uses_are_summed', coalesce(s.uses, 0), g.uses::numeric),
      ('promotion_amount_is_summed', coalesce(s.amount, 0), g.amount),
      ('promotion_discount_is_summed', coalesce(s.discount, 0), g.discount),
      ('promotion_bonuses_are_summed', coalesce(s.bonuses, 0), g.bonuses)
    ) f(rule, expected, found)
    where f.expected is distinct from f.found`.execute(tx)
  return rows
}

/** The uses of promotions against the receipts that tell of them, and against cancellations. */
export async function findWrongUses(tx: Tx, organization_id: string): Promise<Violation[]> {
  const { rows } = await sql<Violation>`
    with uses as (
      select * from promotion_use where organization_id = ${organization_id}
    ), told as (
      select r.id as receipt_id, (p ->> 'promotion_id')::uuid as promotion_id,
        (p ->> 'uses')::bigint as uses, (p ->> 'discount')::bigint as discount,
        (p ->> 'bonuses')::bigint as bonuses
      from receipt r cross join lateral json_array_elements(
        coalesce(r.content::json -> 'settled' -> 'promotions', '[]')) p
      where r.organization_id = ${organization_id} and r.id in (select receipt_id from uses)
      union all
      -- A flyer's limit is claimed like a promotion's.
      select r.id, (g ->> 'flyer_id')::uuid, 1, 0, (g ->> 'amount')::bigint
      from receipt r cross join lateral json_array_elements(
        coalesce(r.content::json -> 'settled' -> 'gifts', '[]')) g
      where r.organization_id = ${organization_id} and r.id in (select receipt_id from uses)
        and g ->> 'flyer_id' is not null
    ), left_over as (
      select u.receipt_id, sum(u.uses) as uses, sum(u.discount) as discount,
        sum(u.bonuses) as bonuses
      from uses u
      join receipt r on r.organization_id = ${organization_id} and r.id = u.receipt_id
      -- A forgotten buyer gave bonuses up before: nobody gives them back.
      where r.status = 'cancelled' and not exists (select from cancellation c
        where c.organization_id = r.organization_id and c.receipt_id = r.id
          and r.buyer_id is not null and c.buyer_id is null)
      group by u.receipt_id, u.promotion_id
    ), facts as (
      select u.receipt_id, f.rule, f.expected, f.found
      from (select * from uses where source = receipt_id) u
      left join told t using (receipt_id, promotion_id)
      cross join lateral (values
        ('promotion_uses_are_the_receipts', t.uses, u.uses::bigint),
        ('promotion_discount_is_the_receipts', t.discount, u.discount),
        ('promotion_bonuses_are_the_receipts', t.bonuses, u.bonuses),
        ('promotion_amount_is_what_it_gave', t.discount + t.bonuses, u.amount)
      ) f(rule, expected, found)
      union all
      select receipt_id, f.rule, 0, f.found
      from left_over cross join lateral (values
        ('cancelled_receipt_gives_back_uses', uses),
        ('cancelled_receipt_gives_back_discount', discount),
        ('cancelled_receipt_gives_back_bonuses', bonuses)
      ) f(rule, found)
      union all
      select r.id, 'promotion_discount_is_claimed', r.promotion_discount, 0
      from receipt r where r.organization_id = ${organization_id} and r.promotion_discount > 0
        and r.id not in (select receipt_id from uses)
    )
    select ${organization_id} as organization_id, null as buyer_id, rule,
      'receipt ' || receipt_id || ': ' || coalesce(expected::text, 'none') as expected,
      'receipt ' || receipt_id || ': ' || coalesce(found::text, 'none') as found
    from facts where expected is distinct from found`.execute(tx)
  return rows
}
