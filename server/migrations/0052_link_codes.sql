-- Codes by which the buyer joins two cards: told in the chat of one, or by the till that has just
-- made it, and typed in the chat of the other. Only an HMAC of the code is kept.
create table buyer_link_code (
  organization_id uuid not null,
  id uuid not null,
  code_hash text not null,
  -- The card that may be joined to another.
  buyer_id uuid not null,
  -- A till told it: nobody has proven that the phone of that card is theirs.
  by_till boolean not null,
  expires_at timestamptz not null,
  -- The card beside which the code was typed first: nobody else can use it from then on.
  claimed_by uuid,
  -- When the two became one.
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint buyer_link_code_unique unique (organization_id, code_hash)
);
create index buyer_link_code_expires on buyer_link_code (expires_at);
