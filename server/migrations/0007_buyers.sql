-- Buyers: who a shop's members are. What they are owed lives in the ledger's `account`.
-- A till only reads these tables while it sells.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table buyer (
  organization_id uuid not null,
  id uuid not null,
  -- E.164; null once the buyer is forgotten.
  phone text,
  -- HMAC of the phone. It outlives the phone, so that a gift given once is not given again.
  phone_hash text not null,
  first_name text,
  last_name text,
  search_name text not null generated always as
    (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) stored,
  birthday date,
  -- A birthday entered less than 30 days ahead counts from the next year.
  birthday_entered_at timestamptz,
  gender text check (gender in ('female', 'male')),
  city text,
  language text,
  tags text[] not null default '{}',
  note text,
  status text not null check (status in ('active', 'blocked', 'forgotten')),
  -- 13 digits, prefix 27, the last one an EAN-13 check digit.
  card_code text not null,
  consent_messages boolean not null default false,
  consent_messages_at timestamptz,
  rules_accepted_at timestamptz,
  rules_version int,
  joined_at timestamptz not null,
  joined_via text not null check (joined_via in ('till', 'cabinet', 'bot', 'import', 'integration')),
  joined_pos_id uuid,
  joined_cashier_id uuid,
  merged_into uuid,
  forgotten_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id),
  constraint buyer_phone_unique unique (organization_id, phone),
  constraint buyer_card_code_unique unique (organization_id, card_code)
);

-- "The phone that ends with 45 67" and "who is called Олена" (research/perf.md §4).
create index buyer_phone_suffix on buyer (organization_id, reverse(phone) text_pattern_ops);
create index buyer_name on buyer using gin (organization_id, search_name gin_trgm_ops);

-- One-time codes that a buyer shows at the till. Only their HMAC is kept.
create table buyer_code (
  organization_id uuid not null,
  code_hash text not null,
  buyer_id uuid not null,
  expires_at timestamptz not null,
  -- The first calculate claims the code for that cashier and point of sale.
  claimed_by uuid,
  claimed_pos_id uuid,
  claimed_until timestamptz,
  -- The receipt that used it up.
  used_by uuid,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, code_hash)
);

-- Who looked at a whole phone, or changed a buyer by hand, and when.
create table buyer_audit (
  organization_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  user_id uuid not null,
  action text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
