-- One way of a file for every kind of rows: products, buyers, and what comes after them.

create table sheet_import (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- What its rows are: products, buyers. A kind is a feature's word, told in its code.
  kind text not null,
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
  -- Field → number of a column.
  mapping jsonb not null default '{}',
  -- What else was chosen before the check; what it means is told by the kind.
  option boolean not null default false,
  rows_total int not null default 0,
  -- Of the step that runs.
  rows_done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  -- What the kind counts beside: name → number.
  figures jsonb not null default '{}',
  -- New rows that there was room for when it was checked; null: any number.
  room int,
  -- The first of the rows at fault: {row, field, code, value}.
  errors jsonb not null default '[]',
  -- Why the file cannot be read.
  problem text,
  created_by uuid not null references user_account (id),
  -- When the owner said to bring it in.
  applied_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
-- One of a kind at a time for each shop.
create unique index sheet_import_one_open on sheet_import (organization_id, kind)
  where status not in ('done', 'failed');

-- Its rows in slices, each applied in one transaction of its own.
create table sheet_import_slice (
  organization_id uuid not null,
  import_id uuid not null,
  number int not null,
  cells jsonb not null,
  -- Rows that passed the check, as the kind reads them; null before it.
  changes jsonb,
  applied_at timestamptz,
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references sheet_import (organization_id, id)
    on delete cascade
);

insert into sheet_import
  (organization_id, id, kind, status, file_name, content, format, headers, sample, mapping,
   rows_total, rows_done, created, updated, unchanged, failed, errors, problem, created_by,
   created_at, updated_at, finished_at)
select organization_id, id, 'products', status, file_name, content, format, headers, sample, mapping,
       rows_total, rows_done, created, updated, unchanged, failed, errors, problem, created_by,
       created_at, updated_at, finished_at
  from product_import;
insert into sheet_import
  (organization_id, id, kind, status, file_name, content, format, headers, sample, mapping, option,
   rows_total, rows_done, created, updated, unchanged, failed, figures, room, errors, problem,
   created_by, applied_at, created_at, updated_at, finished_at)
select organization_id, id, 'buyers', status, file_name, content, format, headers, sample, mapping,
       gifts, rows_total, rows_done, created, updated, unchanged, failed,
       jsonb_build_object('balances', balances, 'balance_sum', balance_sum,
         'balances_kept', balances_kept),
       room, errors, problem, created_by, lawful_at, created_at, updated_at, finished_at
  from buyer_import;
insert into sheet_import_slice (organization_id, import_id, number, cells, changes, applied_at)
select organization_id, import_id, number, cells, changes, applied_at from product_import_slice
union all
select organization_id, import_id, number, cells, changes, applied_at from buyer_import_slice;

drop table product_import_slice;
drop table product_import;
drop table buyer_import_slice;
drop table buyer_import;
