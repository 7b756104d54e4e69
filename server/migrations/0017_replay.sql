-- Trying settings on receipts of the past. Nothing of the shop changes; a replay is forgotten after
-- a month (decision 0011).
create table replay (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- file (waits for one) → running → done or failed; dropped: stopped, or another took its place.
  status text not null check (status in ('file', 'running', 'done', 'failed', 'dropped')),
  source text not null check (source in ('own', 'file')),
  -- The two programs whole, as they were when it was started, and how bonuses are spent.
  terms jsonb not null,
  -- The owner's changes as they were sent.
  changes jsonb not null,
  file_name text,
  -- The file as it came; null once it is replayed.
  content bytea,
  total int not null default 0,
  done int not null default 0,
  rows_failed int not null default 0,
  -- The first of the rows at fault: {row, code, value}.
  errors jsonb not null default '[]',
  problem text,
  result jsonb,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id)
);
-- One at a time for each shop.
create unique index replay_one_open on replay (organization_id)
  where status in ('file', 'running');
