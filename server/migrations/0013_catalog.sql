-- The catalogue: what a shop sells, and below what its discounts and bonuses may not go.
-- Receipts freeze what they were told of a product, so a product is deleted without a trace.

create table product (
  organization_id uuid not null references organization (id),
  id uuid not null,
  barcode text,
  sku text,
  name text not null,
  category text,
  unit text not null check (unit in ('piece', 'kg', 'litre', 'service')),
  price bigint not null check (price >= 0),
  cost bigint check (cost >= 0),
  -- Rules: {kind, value, pos_ids, date_from, date_to}.
  min_prices jsonb not null,
  -- The highest floor of one unit that any of the rules gives, whatever the day and the place;
  -- null: no rule. Written with them, for the list.
  floor bigint check (floor >= 0),
  image text,
  link text,
  description text not null,
  active boolean not null,
  visible_in_bot boolean not null,
  exclude_discount boolean not null,
  exclude_accrual boolean not null,
  exclude_spend boolean not null,
  -- Basis points, in place of the level's; null: the level's.
  accrual_percent int check (accrual_percent between 0 and 10000),
  search text not null generated always as
    (lower(name || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, ''))) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint product_barcode_unique unique (organization_id, barcode),
  constraint product_sku_unique unique (organization_id, sku)
);
create index product_search on product using gin (organization_id, search gin_trgm_ops);
-- A row of an imported file that has neither code is known by its name.
create index product_name on product (organization_id, lower(name));
create index product_category on product (organization_id, category);

-- A file of products on its way into the catalogue.
create table product_import (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- reading → mapping → checking → checked → applying → done; failed: the file cannot be read.
  status text not null
    check (status in ('reading', 'mapping', 'checking', 'checked', 'applying', 'done', 'failed')),
  file_name text not null,
  -- The file as it came; null once it is read.
  content bytea,
  -- What the file turned out to be: {format, encoding, delimiter}.
  format jsonb,
  headers text[] not null default '{}',
  -- The first rows, for the person who says what the columns are.
  sample jsonb not null default '[]',
  -- Field of a product → number of a column.
  mapping jsonb not null default '{}',
  rows_total int not null default 0,
  -- Of the step that runs.
  rows_done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  -- The first of the rows at fault: {row, field, code, value}.
  errors jsonb not null default '[]',
  -- Why the file cannot be read.
  problem text,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
-- One at a time for each shop.
create unique index product_import_one_open on product_import (organization_id)
  where status not in ('done', 'failed');

-- Its rows in slices, each applied in one transaction of its own.
create table product_import_slice (
  organization_id uuid not null,
  import_id uuid not null,
  number int not null,
  -- The number of its first row in the file, counted from 1 with the headings.
  first_row int not null,
  cells jsonb not null,
  -- Rows that passed the check, as changes of products; null before it.
  changes jsonb,
  applied_at timestamptz,
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references product_import (organization_id, id)
    on delete cascade
);
