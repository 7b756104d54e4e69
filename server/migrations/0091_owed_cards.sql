-- What a shop owes is counted from the accounts (decision 0072).

-- The lots of an account as they are counted in `owed_lot`. A purchase may give lots another expiry,
-- and a program begin one, without an entry, so only the account knows what it holds.
create table owed_card (
  organization_id uuid not null,
  buyer_id uuid not null,
  amounts bigint[] not null,
  active_from timestamptz[] not null,
  -- A null element never expires.
  expires_at timestamptz[] not null,
  primary key (organization_id, buyer_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

insert into owed_card
select organization_id, buyer_id, lot_remaining::bigint[], lot_active_from, lot_expires_at
from account;

truncate owed_lot;
insert into owed_lot
select k.organization_id,
  case when l.active_from <= p.read_until then '-infinity' else l.active_from end,
  coalesce(l.expires_at, 'infinity'), sum(l.amount)
from owed_card k
cross join unnest(k.amounts, k.active_from, k.expires_at) as l(amount, active_from, expires_at)
left join purchase_progress p on p.id = 1
group by 1, 2, 3;
