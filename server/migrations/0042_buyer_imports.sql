-- Buyers brought in from another program: the file on its way, and what they had there.

create table buyer_import (
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
  -- Field of a buyer → number of a column.
  mapping jsonb not null default '{}',
  -- New buyers get what a newcomer gets.
  gifts boolean not null default false,
  rows_total int not null default 0,
  -- Of the step that runs.
  rows_done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  balances int not null default 0,
  balance_sum bigint not null default 0,
  balances_kept int not null default 0,
  -- New buyers that the licenses allowed when it was checked; null: any number.
  room int,
  -- The first of the rows at fault: {row, field, code, value}.
  errors jsonb not null default '[]',
  -- Why the file cannot be read.
  problem text,
  created_by uuid not null references user_account (id),
  -- When the owner said that the data may be passed on.
  lawful_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
-- One at a time for each shop.
create unique index buyer_import_one_open on buyer_import (organization_id)
  where status not in ('done', 'failed');

-- Its rows in slices, each applied in one transaction of its own.
create table buyer_import_slice (
  organization_id uuid not null,
  import_id uuid not null,
  number int not null,
  cells jsonb not null,
  -- Rows that passed the check, as changes of buyers; null before it.
  changes jsonb,
  applied_at timestamptz,
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references buyer_import (organization_id, id)
    on delete cascade
);

-- What a buyer had spent before the first receipt here. Written by the ledger with the account's
-- turnover, once for a buyer; the ledger check counts it beside the receipts of that day.
create table opening_turnover (
  organization_id uuid not null,
  buyer_id uuid not null,
  day date not null,
  turnover bigint not null check (turnover > 0),
  created_at timestamptz not null,
  primary key (organization_id, buyer_id)
);
