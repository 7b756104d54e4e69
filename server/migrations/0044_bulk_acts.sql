-- One act on many buyers, and whom it is for as they were gathered.

create table bulk_act (
  organization_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('accrual', 'tag', 'export')),
  -- gathering → ready → running → done.
  status text not null check (status in ('gathering', 'ready', 'running', 'done')),
  -- What was asked: whom, and the act. JSON of `contract/bulk.ts`, amounts in minor units.
  whom jsonb not null,
  act jsonb not null,
  buyers int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);

-- Whoever is still to be acted on; of a file, whoever is in it.
create table bulk_member (
  organization_id uuid not null,
  bulk_id uuid not null,
  buyer_id uuid not null,
  primary key (organization_id, bulk_id, buyer_id),
  foreign key (organization_id, bulk_id) references bulk_act (organization_id, id) on delete cascade
);
