-- Points of sale and who sells there.

create table pos (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- The license that serves it. One license serves one point of sale.
  license_id uuid,
  name text not null,
  code text not null,
  city_id uuid references city (id),
  address text not null,
  phone text,
  -- Seven days from Monday: {from, to} or null.
  schedule jsonb not null,
  lat double precision,
  lng double precision,
  type text not null check (type in ('shop', 'cafe', 'online', 'service')),
  external_code text not null,
  visible boolean not null,
  created_at timestamptz not null,
  -- Kept for the history that names it.
  deleted_at timestamptz,
  primary key (organization_id, id),
  constraint pos_license_unique unique (organization_id, license_id),
  constraint pos_license_exists foreign key (organization_id, license_id)
    references license (organization_id, id)
);
create unique index pos_name_unique on pos (organization_id, lower(name)) where deleted_at is null;
create index pos_of_city on pos (city_id);

create table cashier (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  role text not null check (role in ('cashier', 'senior', 'integration')),
  permissions jsonb not null,
  -- argon2id, PHC string; null for an integration, which has a token only.
  pin_hash text,
  enabled boolean not null,
  last_login_at timestamptz,
  created_at timestamptz not null,
  -- Kept for the history that names them.
  deleted_at timestamptz,
  primary key (organization_id, id)
);

-- Where a cashier may sell.
create table cashier_pos (
  organization_id uuid not null,
  cashier_id uuid not null,
  pos_id uuid not null,
  primary key (organization_id, cashier_id, pos_id),
  foreign key (organization_id, cashier_id) references cashier (organization_id, id)
    on delete cascade,
  foreign key (organization_id, pos_id) references pos (organization_id, id)
);
create index cashier_of_pos on cashier_pos (organization_id, pos_id);

-- A login names one cashier among all shops: the till asks for nothing else. An integration has none.
create table cashier_login (
  login text primary key check (login = lower(login)),
  organization_id uuid not null,
  cashier_id uuid not null,
  constraint cashier_login_one_each unique (organization_id, cashier_id)
);

-- Bearer tokens of tills and integrations; only hashes are kept.
create table cashier_session (
  token_hash bytea primary key,
  organization_id uuid not null,
  cashier_id uuid not null,
  created_at timestamptz not null,
  -- Written at most every few minutes, so that a sale stays one write.
  last_used_at timestamptz not null,
  -- Null: an integration's token, which lasts until it is replaced.
  idle_seconds int,
  expires_at timestamptz
);
create index cashier_session_of on cashier_session (organization_id, cashier_id);

-- Wrong PINs, by a hash of the login typed: unknown logins lock like known ones.
create table cashier_guard (
  login_hash bytea primary key,
  misses int not null,
  window_started_at timestamptz not null,
  day_misses int not null,
  day_started_at timestamptz not null,
  locked_until timestamptz
);
