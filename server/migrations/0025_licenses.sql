-- What a license is made of, what it may be bought with, and what its owner was told.

-- Two administrators may edit a tariff at once: the later one is told.
alter table tariff add column version int not null default 1;

-- What the next period costs by the tariff it was bought under; null for a trial.
alter table license add column period text check (period in ('month', 'year'));
-- The day of the month that monthly periods end on, where the month has it.
alter table license add column anchor_day smallint;
-- Money of the owner that the license holds: left of a dearer tariff, spent by the next payments.
alter table license add column credit bigint not null default 0 check (credit >= 0);
-- Charges tried for the period that is due; the hour of the next one is next_charge_at.
alter table license add column charge_attempts smallint not null default 0;

create index license_next_charge on license (next_charge_at) where next_charge_at is not null;
create index license_ending on license (expires_at);

-- Time that a license covers: the trial, then one row for each payment. A license is the fold of
-- its spans; they never overlap. A change of tariff shortens a span and its price together.
create table license_span (
  organization_id uuid not null,
  license_id uuid not null,
  id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What this time was bought for: money and credit.
  price bigint not null check (price >= 0),
  tariff_id uuid references tariff (id),
  -- Null: the trial.
  payment_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, license_id) references license (organization_id, id)
    on delete cascade,
  -- A payment grants once, however often it is told of.
  constraint license_span_payment_unique unique (organization_id, license_id, payment_id),
  check (ends_at >= starts_at)
);
create index license_span_license on license_span (organization_id, license_id, starts_at);

insert into license_span (organization_id, license_id, id, starts_at, ends_at, price, tariff_id)
select organization_id, id, gen_random_uuid(), starts_at, expires_at, 0, tariff_id
  from license where status in ('trial', 'active', 'cancelled');

-- A letter about an end goes once: for this end, so many days before it.
create table license_notice (
  organization_id uuid not null,
  license_id uuid not null,
  expires_at timestamptz not null,
  days smallint not null,
  created_at timestamptz not null,
  primary key (organization_id, license_id, expires_at, days),
  foreign key (organization_id, license_id) references license (organization_id, id)
    on delete cascade
);

create table promo_code (
  -- Upper case.
  code text primary key,
  -- Off the price, in hundredths of a percent.
  percent int not null check (percent between 1 and 10000),
  -- Null: as often as there are organizations.
  uses_max int check (uses_max > 0),
  uses int not null default 0,
  -- The first moment it no longer works at.
  ends_at timestamptz,
  enabled boolean not null,
  created_at timestamptz not null,
  check (uses_max is null or uses <= uses_max)
);

-- An organization uses a code once; a payment that failed gives it back.
create table promo_use (
  organization_id uuid not null,
  code text not null references promo_code (code),
  payment_id uuid not null,
  created_at timestamptz not null,
  primary key (organization_id, code)
);
