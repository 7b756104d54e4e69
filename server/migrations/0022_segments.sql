-- Segments: saved questions about buyers, and what they are answered from.

create table segment (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  -- dynamic: asked anew each time; frozen: the buyers it had when it was saved.
  mode text not null check (mode in ('dynamic', 'frozen')),
  -- The filter in inner units, as `segments/filter-rules.ts` reads it.
  filter jsonb not null,
  -- How many buyers it had when it was last asked.
  buyers int,
  counted_at timestamptz,
  frozen_at timestamptz,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index segment_by_id on segment (id);
create unique index segment_name on segment (organization_id, lower(name));

-- Whom a frozen segment holds.
create table segment_member (
  organization_id uuid not null,
  segment_id uuid not null,
  buyer_id uuid not null,
  primary key (organization_id, segment_id, buyer_id),
  foreign key (organization_id, segment_id) references segment (organization_id, id)
    on delete cascade
);

-- What was bought, taken out of the frozen lines of receipts by a job, so that no till pays for it
-- (decision 0014). All four tables can be made anew from receipts and cancellations at any time.

-- A product as lines name it: its codes, or without any its name, and its category in lower case.
create table bought_product (
  organization_id uuid not null,
  number int not null generated always as identity,
  -- The four below in one text.
  key text not null,
  barcode text,
  sku text,
  plain_name text,
  category text,
  -- As it was called last.
  name text,
  primary key (organization_id, number),
  constraint bought_product_unique unique (organization_id, key)
);

-- What a buyer keeps of a product, by the local day of the sale; returns are taken off.
create table bought (
  organization_id uuid not null,
  product int not null,
  day date not null,
  buyer_id uuid not null,
  -- Receipts in which something of it is left.
  times int not null,
  -- Thousandths.
  quantity bigint not null,
  -- Money paid, minor units.
  amount bigint not null,
  primary key (organization_id, product, day, buyer_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- A buyer's day at a point of sale.
create table buyer_visit (
  organization_id uuid not null,
  buyer_id uuid not null,
  day date not null,
  pos_id uuid not null,
  -- Receipts of which something is left, and those of them with a discount of any kind.
  receipts int not null,
  discounted int not null,
  -- Cancellations, whole and in part.
  refunds int not null,
  paid bigint not null,
  spent bigint not null,
  primary key (organization_id, buyer_id, day, pos_id)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index buyer_visit_pos on buyer_visit (organization_id, pos_id, day, buyer_id);

-- The same of all days together.
create table buyer_habit (
  organization_id uuid not null,
  buyer_id uuid not null,
  first_day date,
  last_day date,
  receipts int not null,
  discounted int not null,
  refunds int not null,
  spent bigint not null,
  -- The median of the days between visits; null with fewer than three.
  gap_days int,
  primary key (organization_id, buyer_id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- How far the job has read: one row for all shops.
create table purchase_progress (
  id int primary key check (id = 1),
  read_until timestamptz not null
);

-- Rows are appended in the order of time: a block range index finds the new ones at next to no cost
-- for the commit that writes them.
create index receipt_created on receipt using brin (created_at) with (pages_per_range = 32);
create index cancellation_created on cancellation using brin (created_at) with (pages_per_range = 32);

-- What the fifths of a shop's buyers begin with; computed anew once a day.
create table rfm_border (
  organization_id uuid primary key references organization (id),
  -- Buyers with a purchase.
  buyers int not null,
  -- Four borders each, ascending; above the last one is the best fifth.
  recency timestamptz[] not null,
  receipts int[] not null,
  turnover bigint[] not null,
  -- The turnover from which a buyer is in the top 1, 5, 10, 20, 50 percent.
  top_turnover bigint[] not null,
  -- What a receipt is worth on average.
  average_receipt bigint not null,
  computed_at timestamptz not null
);
