-- What owners and cashiers did: written in the transaction of the act, never changed afterwards.
-- What the ledger keeps itself (movements by hand, cancellations) is not written twice: the log
-- reads it from there. The program's role has no right to change a row (server/io/migrate.ts).
create table audit_act (
  organization_id uuid not null,
  -- UUIDv7: the key is the order of time.
  id uuid not null,
  -- 'owner:<id>' or 'cashier:<id>', as in `entry`.
  actor text not null,
  act text not null,
  subject_kind text,
  subject_id text,
  -- The name at that time; null for a buyer, whose name is read when it is shown.
  subject_name text,
  -- What was before and after, in short: JSON.
  detail text not null,
  -- The address it was done from, without its last part.
  address text,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create trigger audit_append_only before update or delete or truncate on audit_act
  for each statement execute function refuse_change();

-- Movements by hand are rare among entries; other kinds pay nothing for this index.
create index entry_by_hand on entry (organization_id, created_at)
  where kind in ('manual_accrual', 'manual_withdraw', 'compensation');
