-- A spend that waits for the buyer's own word. Nothing is held meanwhile: the row keeps what was
-- asked, durably, and the commit is the one of any receipt (spec/engine.md "Identify, confirm").
create table receipt_confirmation (
  organization_id uuid not null,
  receipt_id uuid not null,
  buyer_id uuid not null,
  pos_id uuid not null,
  -- `confirmed`: the buyer said yes and the commit is on its way; whoever claimed it, makes it.
  status text not null
    check (status in ('awaiting', 'confirmed', 'completed', 'declined', 'expired')),
  -- Why it was declined: `buyer`, `cashier`, or the code of the refusal.
  reason text,
  -- How many codes were typed at the till.
  tries smallint not null default 0,
  amount bigint not null,
  request_hash text not null,
  -- What was asked and shown: JSON of `receipts/keep-asked.ts`.
  content text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, receipt_id)
);
create index receipt_confirmation_created on receipt_confirmation (created_at);
