-- Archives of everything a shop has here, made by a job and kept as files for some days.

create table archive (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- waiting → making → ready → gone (its days are over, or the owner removed it); failed.
  status text not null check (status in ('waiting', 'making', 'ready', 'failed', 'gone')),
  rows_total bigint not null default 0,
  rows_done bigint not null default 0,
  -- Of the file, once it is ready.
  bytes bigint,
  sha256 text,
  -- The hash over the last hashes of all accounts.
  ledger_head text,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  -- When the file goes.
  expires_at timestamptz,
  primary key (organization_id, id)
);
-- One at a time for each shop.
create unique index archive_one_open on archive (organization_id)
  where status in ('waiting', 'making');
