-- What reports of long periods are answered from: gathered with purchases by the same job, so that no
-- till pays for it (decision 0060). Each can be made anew from receipts, cancellations and entries.

-- How many buyers came on a day whose purchase before, at that point of sale or under the nil uuid
-- anywhere, was so many days ago. It counts different buyers of any period: those who came in it and
-- whose visit before lies in front of it.
create table visit_return (
  organization_id uuid not null,
  pos_id uuid not null,
  day date not null,
  -- 367: that many or more; 368: never before.
  gap smallint not null,
  -- Buyers with their first receipt of the day; then receipts whose second last was so long ago.
  firsts int not null,
  seconds int not null,
  -- Money of those days, where there was none before.
  paid bigint not null,
  primary key (organization_id, pos_id, day, gap)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- What is left of a day's sales, by the day of the sale, whenever it was given back.
create table sale_day (
  organization_id uuid not null,
  day date not null,
  pos_id uuid not null,
  member_receipts int not null,
  member_paid bigint not null,
  other_receipts int not null,
  other_paid bigint not null,
  bonuses bigint not null,
  discounts bigint not null,
  primary key (organization_id, day, pos_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- Movements of a day by kind; those of no point of sale are under the nil uuid.
create table entry_day (
  organization_id uuid not null,
  day date not null,
  pos_id uuid not null,
  kind text not null,
  operations int not null,
  amount bigint not null,
  debt_change bigint not null,
  primary key (organization_id, day, pos_id, kind)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- As `visit_return`, of cards with a movement of a kind, or under '' of any.
create table entry_return (
  organization_id uuid not null,
  pos_id uuid not null,
  kind text not null,
  day date not null,
  gap smallint not null,
  firsts int not null,
  primary key (organization_id, pos_id, kind, day, gap)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

-- All is gathered once more, from the first receipt on, into the new tables too.
truncate bought, buyer_visit, buyer_habit;
delete from purchase_progress;
