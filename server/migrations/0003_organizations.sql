-- The owners' businesses. An organization's id is the tenant: every other table of a shop begins
-- its key with it.

create table organization (
  id uuid primary key,
  owner_id uuid not null references user_account (id),
  name text not null,
  business_category text not null check (
    business_category in
      ('cafe', 'shop', 'beauty', 'car_service', 'flowers', 'pharmacy', 'online', 'other')
  ),
  legal_name text not null,
  tax_id text not null,
  country_id uuid references country (id),
  city_id uuid references city (id),
  address text not null,
  -- ISO 4217; settled by the first receipt.
  currency text not null,
  -- IANA zone: every rule that counts days counts them here.
  timezone text not null,
  language text not null,
  phone text,
  email text,
  site text,
  -- {instagram?, facebook?, tiktok?}
  socials jsonb not null,
  logo text,
  description text not null,
  rules_text text not null,
  -- Raised with each change of rules_text, so that a buyer's consent names what was read.
  rules_version int not null,
  is_demo boolean not null,
  -- {step, checklist_hidden, qr_printed}: where the first-run wizard goes on.
  onboarding jsonb not null,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted ones are kept for 30 days, in which they can be brought back.
  deleted_at timestamptz
);
create index organization_of_owner on organization (owner_id);
create index organization_of_city on organization (city_id);
-- «Така назва вже є у вас»: a name is free for other owners, and again after a deletion.
create unique index organization_name_unique on organization (owner_id, lower(name))
  where deleted_at is null;
