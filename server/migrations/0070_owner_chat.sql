-- Notices to owners go by mail and to the owner's own Telegram.

-- The words of a notice, until they have left; the row itself keeps it from being told twice.
alter table owner_notice
  add column id uuid,
  add column words text;
create unique index owner_notice_id on owner_notice (organization_id, id);

-- Where the owner of a shop reads notices: a private chat with a bot of the shop or the platform's.
create table owner_chat (
  organization_id uuid not null,
  -- Who linked it: of the next owner it is not.
  user_id uuid not null,
  client_id uuid not null,
  -- What the messenger calls the person, and how the person is called there.
  chat_id text not null,
  name text not null,
  linked_at timestamptz not null,
  primary key (organization_id)
);
create index owner_chat_place on owner_chat (client_id, chat_id);

-- Links by which owners name their chat, once. Only an HMAC of the token is kept.
create table owner_chat_link (
  organization_id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id),
  constraint owner_chat_link_token unique (token_hash)
);
