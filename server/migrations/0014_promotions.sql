-- Promotions: what an owner sets, what all buyers together have used of it, and where.
-- Money is in minor units.

create table promotion (
  organization_id uuid not null,
  id uuid not null,
  version int not null,
  type smallint not null check (type in (2, 3)),
  -- What the owner decided; dates and limits tell the rest at the moment of reading.
  state text not null check (state in ('draft', 'launched', 'paused', 'finished')),
  name text not null,
  description text not null,
  show_in_bot boolean not null,
  -- Terms and effect as `promotions/rules.ts` reads them, in inner units.
  rules jsonb not null,
  archived_at timestamptz,
  launched_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index promotion_by_id on promotion (id);

-- Grows by one with each change of a shop's promotions; a till's session carries it, so that what
-- is kept in memory is never stale.
alter table program add column promotions_version int not null default 0;

-- Progress of promotions with this buyer: JSON; null is none.
alter table account add column promotions text;

-- What all buyers together have taken of a promotion: limits and budgets are claimed from this row
-- in the commit of the receipt.
create table promotion_usage (
  organization_id uuid not null,
  promotion_id uuid not null,
  uses bigint not null,
  -- What counts against the budget.
  amount bigint not null,
  discount bigint not null,
  bonuses bigint not null,
  primary key (organization_id, promotion_id)
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02);

-- Each claim as it was written, signed: a receipt takes, a cancellation gives back.
create table promotion_use (
  organization_id uuid not null,
  promotion_id uuid not null,
  receipt_id uuid not null,
  -- The receipt itself, or the cancellation.
  source uuid not null,
  buyer_id uuid,
  day date not null,
  uses int not null,
  amount bigint not null,
  discount bigint not null,
  bonuses bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, promotion_id, receipt_id, source)
);
