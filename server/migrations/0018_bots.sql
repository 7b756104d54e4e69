-- Messengers: a shop's bots, who talks to them, and what is still to be sent.
--
-- Tokens and webhook secrets are sealed (AES-256-GCM, `io/secrets.ts`). A client, its updates and
-- its lease are found by what a messenger knows, so they are small global tables without a tenant
-- in the key; everything of a shop's buyers begins with the organization.

-- The messengers in which this buyer can be reached now. A till reads it with the buyer.
alter table buyer add column messengers text[] not null default '{}'
  check (messengers <@ array['telegram', 'viber']);
-- Which edition of the question about advertising was answered.
alter table buyer add column consent_messages_text int;

create table bot (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  -- Stands before the first message; empty: the product's own words alone.
  greeting text not null,
  -- The lines of the menu that are shown.
  menu text[] not null,
  -- How the electronic card looks: JSON of `contract/bots.ts`.
  card_design jsonb not null,
  -- {phone?, username?}: whom a buyer may also call or write.
  contact jsonb not null,
  -- Seven days from Monday: {from, to} or null; null as a whole: not told.
  working_hours jsonb,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);

-- A bot in one messenger. Without an organization: the platform's own, shared by shops.
create table bot_client (
  id uuid primary key,
  organization_id uuid references organization (id),
  bot_id uuid,
  type text not null check (type in ('telegram', 'viber')),
  -- The random part of the webhook's address.
  hook_id text not null,
  -- What the messenger calls it.
  external_id text not null,
  username text not null,
  title text not null,
  token_sealed text not null,
  token_last4 text not null,
  -- What Telegram repeats in a header with each update.
  secret_sealed text not null,
  mode text not null check (mode in ('webhook', 'polling')),
  status text not null check (status in ('ok', 'error', 'revoked')),
  last_error text,
  connected_at timestamptz not null,
  checked_at timestamptz,
  -- Told to wait by the messenger until then.
  paused_until timestamptz,
  -- Long polling: one process at a time, and from which update on.
  polled_by text,
  polled_until timestamptz,
  poll_from bigint not null default 0,
  constraint bot_client_hook_unique unique (hook_id),
  constraint bot_client_external_unique unique (type, external_id),
  constraint bot_client_one_each unique (organization_id, bot_id, type)
);

-- The short name of a shop or of one of its points of sale in links and on posters.
create table bot_link (
  slug text primary key,
  organization_id uuid not null references organization (id),
  -- Null: the shop as a whole.
  pos_id uuid,
  created_at timestamptz not null,
  constraint bot_link_one_each unique nulls not distinct (organization_id, pos_id)
);

-- One person in one bot, for one shop. In the platform's bot a person has one for each shop, and
-- talks about the one chosen last.
create table subscriber (
  organization_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  type text not null check (type in ('telegram', 'viber')),
  -- What the messenger calls the person; unique for a bot.
  user_id text not null,
  -- As the messenger tells it; a name the buyer gives goes to the buyer.
  name text not null,
  buyer_id uuid,
  language text not null,
  step text not null check (step in ('new', 'consent', 'phone', 'active', 'forgotten')),
  -- What else the conversation remembers: JSON of `bots/conversation-rules.ts`.
  memory text not null,
  -- Raised with each update that was taken.
  version bigint not null,
  -- How the person came: the payload of the first link.
  source text,
  pos_id uuid,
  -- The edition of the rules that was accepted, and when.
  rules_version int,
  rules_accepted_at timestamptz,
  -- Advertising: unasked, given or refused, by which edition of the question, when.
  marketing boolean,
  marketing_text int,
  marketing_at timestamptz,
  notify_bonuses boolean not null,
  notify_rating boolean not null,
  -- May be sent a trial of a mailing.
  tester boolean not null default false,
  blocked_at timestamptz,
  chosen_at timestamptz not null,
  last_active_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint subscriber_unique unique (client_id, user_id, organization_id)
);
create index subscriber_of_buyer on subscriber (organization_id, buyer_id);

-- Every yes and no about the rules and about advertising; never changed.
create table bot_consent (
  organization_id uuid not null,
  id uuid not null,
  subscriber_id uuid not null,
  buyer_id uuid,
  kind text not null check (kind in ('rules', 'marketing')),
  given boolean not null,
  -- The edition of the text that was shown, and its language.
  text_version int not null,
  language text not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);

-- Updates that were taken: a messenger repeats what it is not sure of.
create table bot_update (
  client_id uuid not null,
  key text not null,
  created_at timestamptz not null,
  primary key (client_id, key)
);
create index bot_update_age on bot_update (created_at);

-- What is to be sent, was sent, or could not be. A fact makes one row for each subscriber.
create table bot_message (
  organization_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  subscriber_id uuid not null,
  buyer_id uuid,
  kind text not null,
  -- The fact and what it is about; the same fact is told once.
  source text not null,
  -- 0: an answer, 1: about the buyer's own bonuses, 2: advertising.
  priority smallint not null,
  -- JSON of `bots/message-rules.ts`.
  body text not null,
  state text not null
    check (state in ('queued', 'sending', 'sent', 'failed', 'blocked', 'skipped')),
  attempts int not null,
  due_at timestamptz not null,
  claimed_at timestamptz,
  sent_at timestamptz,
  -- What the messenger calls the message; for edits and deletions.
  external_id text,
  last_error text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint bot_message_unique unique (organization_id, subscriber_id, source)
) with (fillfactor = 70);
create index bot_message_waiting on bot_message (client_id, priority, id)
  where state in ('queued', 'sending');
create index bot_message_age on bot_message (created_at) where kind = 'answer';

-- What a buyer and the shop wrote to each other.
create table thread_message (
  organization_id uuid not null,
  id uuid not null,
  subscriber_id uuid not null,
  buyer_id uuid,
  direction text not null check (direction in ('in', 'out')),
  text text not null,
  image text,
  -- Of the shop's: the row of bot_message that carries it, and who wrote it.
  message_id uuid,
  user_id uuid,
  read_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index thread_of_buyer on thread_message (organization_id, buyer_id, id);
create index thread_unread on thread_message (organization_id, subscriber_id)
  where direction = 'in' and read_at is null;

-- What buyers thought of a visit: once for a receipt.
create table visit_rating (
  organization_id uuid not null,
  receipt_id uuid not null,
  buyer_id uuid not null,
  subscriber_id uuid not null,
  pos_id uuid,
  stars smallint not null check (stars between 1 and 5),
  comment text,
  created_at timestamptz not null,
  primary key (organization_id, receipt_id)
);
create index visit_rating_time on visit_rating (organization_id, created_at);
