-- Automatic notifications: how a shop has set them, and what is planned for whom.

-- Only what an owner has changed; the rest is as `contract/notification-events.ts` says.
create table notification_setting (
  organization_id uuid not null references organization (id),
  code text not null,
  version int not null,
  is_on boolean not null,
  -- Minutes, hours, days or percent, as the event counts.
  when_value int,
  min_amount bigint,
  -- The owner's own texts by language; `all` is for the rest.
  texts jsonb not null,
  -- Bonuses given with the message, and the days they live.
  bonus bigint,
  bonus_days int not null,
  -- Not sent when the buyer has bought since it was planned.
  stops boolean not null,
  updated_at timestamptz not null,
  primary key (organization_id, code)
);

-- One notification for one buyer about one thing: planned once, and then sent or dropped.
create table notification (
  organization_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  code text not null,
  -- What it is about: a day, a receipt, a level. The same is told once.
  object text not null,
  -- What its text says of it: JSON of `notifications/rules.ts`.
  facts text not null,
  state text not null check (state in ('waiting', 'sent', 'dropped')),
  -- Why it was dropped.
  reason text,
  due_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (organization_id, id),
  constraint notification_once unique (organization_id, buyer_id, code, object)
) with (fillfactor = 80);
create index notification_waiting on notification (organization_id, due_at, id)
  where state = 'waiting';

-- Days of a shop whose plans were made.
create table notification_day (
  organization_id uuid not null,
  day date not null,
  created_at timestamptz not null,
  primary key (organization_id, day)
);

-- The level a buyer was last known by, so that a rise and a fall are noticed.
create table notification_level (
  organization_id uuid not null,
  buyer_id uuid not null,
  level int not null,
  updated_at timestamptz not null,
  primary key (organization_id, buyer_id)
);

-- What owners were told by mail: once about one thing.
create table owner_notice (
  organization_id uuid not null,
  code text not null,
  object text not null,
  created_at timestamptz not null,
  primary key (organization_id, code, object)
);
