-- Bots that Telegram makes for an owner through the platform's own one (decision 0057).

-- Telegram lets this bot make others for people.
alter table bot_client add column can_manage_bots boolean not null default false;

-- An owner asked for a bot in the cabinet and goes on in Telegram: one living request for a bot.
-- The link carries a token of which only the hash is here.
create table managed_bot_request (
  organization_id uuid not null references organization (id),
  bot_id uuid not null,
  token_hash bytea not null,
  asked_by uuid not null references user_account (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Who opened the link, as Telegram calls the person, and when: from then on it is used up.
  user_id text,
  started_at timestamptz,
  -- The bot that person made, as Telegram calls it.
  managed_id text,
  -- Why that bot could not be connected; the request is over then.
  problem text check (problem in ('token_refused', 'bot_taken')),
  primary key (organization_id, bot_id),
  foreign key (organization_id, bot_id) references bot (organization_id, id) on delete cascade,
  constraint managed_bot_request_token_unique unique (token_hash)
);
create index managed_bot_request_person on managed_bot_request (user_id);
create unique index managed_bot_request_made on managed_bot_request (managed_id);
