-- The ledger: what buyers are owed and what was sold. All of it is written by one statement,
-- `server/features/ledger/commit-store.ts`; the reasons are in decision 0006.
--
-- Domains instead of table checks on the hot tables: PostgreSQL caches them. No foreign keys, no
-- index on `account` but its key, so that every update of it stays in place (heap-only).
-- Money is in minor units.

create domain owed as bigint check (value >= 0);
create domain lot_amounts as bigint[] check (0 < all (value) and array_position(value, null) is null);

-- One hot row per buyer. Lots that still hold something lie inside, in the order they are spent.
create table account (
  organization_id uuid not null,
  buyer_id uuid not null,
  version bigint not null,
  entries int not null,
  last_hash bytea not null,
  balance owed not null,
  debt owed not null,
  turnover bigint not null,
  year smallint not null,
  year_turnover bigint not null,
  last_year_turnover bigint not null,
  receipts int not null,
  last_receipt_at timestamptz,
  level int,
  level_until timestamptz,
  pinned_level int,
  pinned_until timestamptz,
  lot_numbers int[] not null,
  lot_kinds text[] not null,
  lot_amounts lot_amounts not null,
  lot_remaining lot_amounts not null,
  lot_active_from timestamptz[] not null,
  -- A null element never expires.
  lot_expires_at timestamptz[] not null,
  primary key (organization_id, buyer_id)
) with (fillfactor = 55, autovacuum_vacuum_scale_factor = 0.05);

-- Money paid and receipts of a buyer, by the shop's local day: levels of a rolling window and
-- limits per day read it.
create table account_day (
  organization_id uuid not null,
  buyer_id uuid not null,
  day date not null,
  turnover bigint not null,
  receipts int not null,
  primary key (organization_id, buyer_id, day)
) with (fillfactor = 80);

-- Every change of what a buyer is owed; never changed itself.
create table entry (
  organization_id uuid not null,
  buyer_id uuid not null,
  number int not null,
  kind text not null,
  amount bigint not null,
  debt_change bigint not null,
  balance_after owed not null,
  debt_after owed not null,
  -- Lots made, restored (> 0) and consumed (< 0); the amounts sum to `amount`.
  lot_numbers int[] not null,
  lot_amounts bigint[] not null,
  -- The lots this entry gave another expiry to, as JSON {number: moment}; mostly null.
  lot_expiries text,
  active_from timestamptz,
  expires_at timestamptz,
  receipt_id uuid,
  source text not null,
  reason text,
  actor text not null,
  pos_id uuid,
  -- The shop's local day.
  day date not null,
  created_at timestamptz not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, buyer_id, number),
  constraint entry_source_unique unique (organization_id, source, kind, buyer_id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of % are never changed', tg_table_name using errcode = '42501';
end
$$;
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();

-- A completed sale, with or without a member. The id is a UUIDv7, which makes the key the index by
-- time. Amounts above `content` are what lists and reports add up.
create table receipt (
  organization_id uuid not null,
  id uuid not null,
  version int not null,
  status text not null,
  buyer_id uuid,
  pos_id uuid not null,
  cashier_id uuid,
  -- The till's own number.
  number text,
  day date not null,
  request_hash text not null,
  program_version int not null,
  gross owed not null,
  till_discount owed not null,
  promotion_discount owed not null,
  level_discount owed not null,
  bonuses_spent owed not null,
  to_pay owed not null,
  accrual owed not null,
  balance_after bigint,
  pending_after bigint,
  debt_after bigint,
  registered boolean not null,
  offline boolean not null,
  -- What cancellations have given and taken back so far.
  refunded owed not null default 0,
  bonuses_returned owed not null default 0,
  bonuses_withdrawn owed not null default 0,
  shop_loss owed not null default 0,
  -- The receipt whole as it was made, frozen: JSON.
  content text not null,
  -- What was cancelled of it, line by line: JSON; null while nothing was.
  returned text,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
) with (fillfactor = 95);

-- Till numbers, apart from `receipt` so that it can be partitioned by time.
create table receipt_number (
  organization_id uuid not null,
  pos_id uuid not null,
  day date not null,
  number text not null,
  receipt_id uuid not null,
  primary key (organization_id, pos_id, day, number)
);

create table cancellation (
  organization_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  -- Whose account moved: the receipt's buyer, or the one that buyer was merged into.
  buyer_id uuid,
  pos_id uuid not null,
  cashier_id uuid,
  user_id uuid,
  day date not null,
  -- Nothing of the receipt is left.
  whole boolean not null,
  refund_money owed not null,
  bonuses_return owed not null,
  bonuses_withdraw owed not null,
  shop_loss owed not null,
  reason text,
  content text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index cancellation_receipt on cancellation (organization_id, receipt_id);

-- Sums by local day and point of sale; what happens at no till is under the nil uuid.
create table pos_day (
  organization_id uuid not null,
  day date not null,
  pos_id uuid not null,
  receipts int not null,
  member_receipts int not null,
  -- Receipts of which nothing is left since this day.
  cancelled int not null,
  gross bigint not null,
  paid bigint not null,
  member_paid bigint not null,
  refunded bigint not null,
  member_refunded bigint not null,
  -- Bonuses, as sizes of the movements: a repaid debt counts as earned.
  accrued bigint not null,
  withdrawn bigint not null,
  spent bigint not null,
  returned bigint not null,
  expired bigint not null,
  given bigint not null,
  taken bigint not null,
  primary key (organization_id, day, pos_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Facts to be told to upper floors; a relay turns each into one job per listener.
create table announcement (
  organization_id uuid not null,
  id uuid not null,
  fact text not null,
  payload text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- The saved answer of a movement that carried an Idempotency-Key.
create table ledger_answer (
  organization_id uuid not null,
  key text not null,
  request_hash text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (organization_id, key)
);
