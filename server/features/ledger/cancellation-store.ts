/** The parts of the one statement (`commit-store.ts`) that cancel: the receipt changes with its account. */

const as_known = `case when o.receipt_version is null then o.known is null
      else o.receipt_version = (o.known ->> 'version')::int end`

const cancels = `cancelled as (
  update receipt r set
    version = r.version + 1,
    status = case when c.whole then 'cancelled' else 'partially_cancelled' end,
    refunded = r.refunded + c.refund_money,
    bonuses_returned = r.bonuses_returned + c.bonuses_return,
    bonuses_withdrawn = r.bonuses_withdrawn + c.bonuses_withdraw,
    shop_loss = r.shop_loss + c.shop_loss,
    returned = c.returned
  from (select o.i, o.organization_id, o.receipt_id, o.receipt_version, p.*
    from @allowed o cross join lateral json_to_record(o.new_cancellation) as p(
      whole boolean, refund_money bigint, bonuses_return bigint, bonuses_withdraw bigint,
      shop_loss bigint, returned text)
    where o.receipt_version is not null and o.i % 1 = 0
      and (o.buyer_id is null or o.i in (select i from moved))) c
  where r.organization_id = c.organization_id and r.id = c.receipt_id
    and r.version = c.receipt_version
  returning c.i
),
`

const or_cancelled = `when o.receipt_version is not null then o.i in (select i from cancelled)
    `

const cancellations = `insert_cancellation as (
  insert into cancellation (organization_id, id, receipt_id, buyer_id, pos_id, cashier_id, user_id,
    day, whole, refund_money, bonuses_return, bonuses_withdraw, shop_loss, reason, content,
    created_at)
  select d.organization_id, c.id, d.receipt_id, d.buyer_id, d.pos_id, c.cashier_id, c.user_id,
    d.day, c.whole, c.refund_money, c.bonuses_return, c.bonuses_withdraw, c.shop_loss, c.reason,
    c.content, d.created_at
  from done d cross join lateral json_to_record(d.new_cancellation) as c(
      id uuid, cashier_id uuid, user_id uuid, whole boolean, refund_money bigint,
      bonuses_return bigint, bonuses_withdraw bigint, shop_loss bigint, reason text, content text)
  where d.new_cancellation is not null
),
`

const cancel_told = `case when o.receipt_version is null then o.known ->> 'hash' end as receipt_hash,
  -- A cancellation whose account moved and whose receipt did not is a fault: nothing is kept.
  case when o.receipt_version is not null and o.i in (select i from moved)
    and o.i not in (select i from cancelled) then 1 / (o.i - o.i) end as torn,`

export const cancellationParts = { as_known, cancels, or_cancelled, cancellations, cancel_told }
export const saleParts = {
  as_known: 'o.known is null',
  cancels: '',
  or_cancelled: '',
  cancellations: '',
  cancel_told: "o.known ->> 'hash' as receipt_hash,",
}
