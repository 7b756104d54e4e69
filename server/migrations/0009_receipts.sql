-- What the till keeps between calculate and create. Unlogged: writing it costs no WAL, and after a
-- crash of the database the till calculates again by itself (spec/ledger.md "Drafts").
create unlogged table receipt_draft (
  organization_id uuid not null,
  receipt_id uuid not null,
  cashier_id uuid not null,
  pos_id uuid not null,
  -- What was sold and how the buyer was named: JSON of `receipts/draft.ts`.
  content text not null,
  -- What the till was shown: a create that would differ from it is asked about again.
  shown_spent bigint not null,
  shown_to_pay bigint not null,
  expires_at timestamptz not null,
  primary key (organization_id, receipt_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index receipt_draft_expires on receipt_draft (expires_at);

-- What each cashier gave as compensation on a local day. The cap is claimed here before the ledger
-- is asked, so that two compensations at once cannot pass it together.
create table compensation_day (
  organization_id uuid not null,
  cashier_id uuid not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (organization_id, cashier_id, day)
);
