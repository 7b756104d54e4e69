-- What a point of sale costs, and what has been granted.

create table tariff (
  id uuid primary key,
  name text not null,
  period text not null check (period in ('month', 'year')),
  -- Of one point of sale for one period, in minor units.
  price bigint not null check (price >= 0),
  currency text not null,
  -- {pos, buyers, messages, bots, cashiers}: a number, or null for no limit.
  limits jsonb not null,
  features text[] not null,
  position int not null,
  -- Off: nobody can buy it any more; licenses under it live on.
  on_sale boolean not null
);

insert into tariff (id, name, period, price, currency, limits, features, position, on_sale) values
  ('019b0000-0000-7000-8002-000000000001', 'Старт', 'month', 29000, 'UAH',
    '{"pos": 1, "buyers": 1000, "messages": 3000, "bots": 1, "cashiers": 5}',
    '{cashback,promotions,bots,reports}', 1, true),
  ('019b0000-0000-7000-8002-000000000002', 'Бізнес', 'month', 59000, 'UAH',
    '{"pos": 5, "buyers": 10000, "messages": 30000, "bots": 2, "cashiers": 30}',
    '{cashback,promotions,bots,reports,segments,mailings,api}', 2, true),
  ('019b0000-0000-7000-8002-000000000003', 'Мережа', 'month', 99000, 'UAH',
    '{"pos": null, "buyers": null, "messages": null, "bots": null, "cashiers": null}',
    '{cashback,promotions,bots,reports,segments,mailings,api,support}', 3, true),
  ('019b0000-0000-7000-8002-000000000004', 'Старт', 'year', 290000, 'UAH',
    '{"pos": 1, "buyers": 1000, "messages": 3000, "bots": 1, "cashiers": 5}',
    '{cashback,promotions,bots,reports}', 4, true),
  ('019b0000-0000-7000-8002-000000000005', 'Бізнес', 'year', 590000, 'UAH',
    '{"pos": 5, "buyers": 10000, "messages": 30000, "bots": 2, "cashiers": 30}',
    '{cashback,promotions,bots,reports,segments,mailings,api}', 5, true),
  ('019b0000-0000-7000-8002-000000000006', 'Мережа', 'year', 990000, 'UAH',
    '{"pos": null, "buyers": null, "messages": null, "bots": null, "cashiers": null}',
    '{cashback,promotions,bots,reports,segments,mailings,api,support}', 6, true);

create table license (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- Null: a trial.
  tariff_id uuid references tariff (id),
  -- What was done with it. Whether it still holds is told by the times (licensing/rules.ts).
  status text not null check (
    status in ('trial', 'created', 'awaiting_payment', 'active', 'cancelled')
  ),
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  auto_renew boolean not null,
  provider text,
  price bigint not null check (price >= 0),
  currency text not null,
  last_payment_at timestamptz,
  next_charge_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  check (expires_at >= starts_at)
);

-- One trial per account, for ever: a second organization does not bring another.
create table trial (
  user_id uuid primary key references user_account (id),
  organization_id uuid not null,
  license_id uuid not null,
  created_at timestamptz not null
);
