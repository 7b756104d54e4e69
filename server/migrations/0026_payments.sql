-- Money for licenses: what was asked for, what the provider told, which card renews.

create table payment (
  organization_id uuid not null references organization (id),
  -- Also the order's name at the provider.
  id uuid not null unique,
  -- For people and their accountants.
  number bigint generated always as identity,
  provider text not null check (
    provider in ('monobank', 'liqpay', 'wayforpay', 'invoice', 'credit')
  ),
  kind text not null check (kind in ('once', 'subscribe', 'renewal')),
  status text not null check (status in ('pending', 'paid', 'failed', 'refunded')),
  amount bigint not null check (amount >= 0),
  currency text not null,
  description text not null,
  -- What the provider calls it, where that is not our id.
  provider_id text,
  -- The provider's page, told again to who asks again.
  page_url text,
  -- Where the buyer goes after the page of return: a path of ours.
  redirect_path text not null,
  -- The same key asks for the same payment.
  idempotency_key text,
  request_hash text,
  promo_code text,
  failure text,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- When its end (failed, refunded) was known.
  closed_at timestamptz,
  -- When the provider was last asked.
  checked_at timestamptz,
  -- Not paid until then: failed, and what it reserved is given back.
  ends_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index payment_key on payment (organization_id, idempotency_key)
  where idempotency_key is not null;
create unique index payment_provider_id on payment (provider, provider_id)
  where provider_id is not null;
create index payment_pending on payment (checked_at nulls first) where status = 'pending';
create index payment_newest on payment (created_at desc);

-- One license in a payment.
create table payment_line (
  organization_id uuid not null,
  payment_id uuid not null,
  license_id uuid not null,
  position int not null,
  tariff_id uuid not null references tariff (id),
  period text not null check (period in ('month', 'year')),
  -- price = discount + credit + left of the old tariff + amount.
  price bigint not null,
  discount bigint not null,
  credit bigint not null,
  left_over bigint not null,
  amount bigint not null,
  -- A change of tariff: the boundary from which the old time is given up.
  changes_from timestamptz,
  -- A charge of ours: the end that it prolongs. Never two for one end.
  renews_end timestamptz,
  -- While the payment waits or is paid.
  open boolean not null,
  primary key (organization_id, payment_id, license_id),
  foreign key (organization_id, payment_id) references payment (organization_id, id)
);
create unique index payment_line_renewal on payment_line (organization_id, license_id, renews_end)
  where open and renews_end is not null;
create index payment_line_license on payment_line (organization_id, license_id);

-- What a provider told us, once for each thing it said. Never card data.
create table payment_event (
  provider text not null,
  -- Of the signed bytes' meaning: the same news twice has the same key.
  dedupe_key text not null,
  -- Null: an order we do not know.
  payment_id uuid,
  -- `applied`, `unknown_order`, `amount_differs`, `currency_differs`, `sandbox`.
  verdict text not null,
  status text not null,
  amount bigint,
  currency text,
  received_at timestamptz not null,
  primary key (provider, dedupe_key)
);
create index payment_event_payment on payment_event (payment_id);

-- A card the owner let us charge: the provider's token, sealed.
create table payment_method (
  organization_id uuid not null references organization (id),
  provider text not null,
  token_sealed text not null,
  card_mask text not null,
  created_at timestamptz not null,
  primary key (organization_id, provider)
);
