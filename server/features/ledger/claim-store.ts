/**
 * The parts of the one statement (`commit-store.ts`) that take shared uses and budgets.
 *
 * `claim`: what is asked of counters that all buyers share. `counter` locks their rows, in key order
 * and before any account, and so reads them as they are now; `fit` tells what is exhausted for sure
 * from what only others of this statement stand in front of; `allowed` goes on. What is given back
 * makes no room before it is written.
 */

/** From `ready` to `allowed`. */
const claims = `claim as materialized (
  select o.i, o.organization_id, c.*
  from ready o cross join lateral json_to_recordset(o.claims) as c(
      promotion_id uuid, receipt_id uuid, source uuid, uses int, amount bigint, discount bigint,
      bonuses bigint, max_uses bigint, budget bigint)
  where o.claims is not null
),
counter as materialized (
  select u.organization_id, u.promotion_id, u.uses, u.amount
  from (select distinct organization_id, promotion_id from claim where i % 1 = 0) c
  join promotion_usage u using (organization_id, promotion_id)
  order by u.organization_id, u.promotion_id
  for update of u
),
fit as materialized (
  select c.i, c.promotion_id,
    u.uses is null or (c.uses > 0 and u.uses + c.uses > c.max_uses) is true
      or (c.amount > 0 and u.amount + c.amount > c.budget) is true as exhausted,
    (c.uses > 0 and u.uses + sum(greatest(c.uses, 0)) over before_and_me > c.max_uses) is true
    or (c.amount > 0 and u.amount + sum(greatest(c.amount, 0)) over before_and_me > c.budget)
      is true as crowded
  from claim c left join counter u using (organization_id, promotion_id)
  window before_and_me as (partition by c.organization_id, c.promotion_id order by c.i
    rows unbounded preceding)
),
allowed as (
  select * from ready o
  -- The count is taken once and first: every counter is locked before any account.
  where (select count(*) from fit) >= 0
    and case when o.claims is null then true
      else o.i not in (select i from fit where exhausted or crowded) end
),
`

/** What the operations that are done took. */
const usage = `add_usage as (
  update promotion_usage u set uses = u.uses + c.uses, amount = u.amount + c.amount,
    discount = u.discount + c.discount, bonuses = u.bonuses + c.bonuses
  from (
    select organization_id, promotion_id, sum(uses) as uses, sum(amount) as amount,
      sum(discount) as discount, sum(bonuses) as bonuses
    from claim where i % 1 = 0 and i in (select i from done) group by 1, 2) c
  where u.organization_id = c.organization_id and u.promotion_id = c.promotion_id
),
insert_use as (
  insert into promotion_use (organization_id, promotion_id, receipt_id, source, buyer_id, day,
    uses, amount, discount, bonuses, created_at)
  select d.organization_id, c.promotion_id, c.receipt_id, c.source, d.buyer_id, d.day, c.uses,
    c.amount, c.discount, c.bonuses, d.created_at
  from claim c join done d using (i)
),
`

/** What the answer says of claims. */
const claimed = `case when o.claims is not null then (
    select json_agg(f.promotion_id) from fit f where f.i = o.i and f.exhausted) end as exhausted,
  o.claims is not null and o.i in (select i from fit where crowded) as crowded,`

export const claimingParts = { claims, allowed: 'allowed', usage, claimed }
export const plainParts = {
  claims: '',
  allowed: 'ready',
  usage: '',
  claimed: 'null as exhausted, false as crowded,',
}
