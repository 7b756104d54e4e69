-- Mailings: whom one is for and what became of each of them, and how fast a bot may advertise.

create table post_recipient (
  organization_id uuid not null,
  post_id uuid not null,
  buyer_id uuid not null,
  -- The one chat they are written to, chosen when the mailing began.
  subscriber_id uuid not null,
  client_id uuid not null,
  -- `handed`: its message is in the bots' outbox, written in the same transaction.
  state text not null
    check (state in ('waiting', 'handed', 'sent', 'failed', 'blocked', 'skipped', 'control')),
  -- Of what was not sent: why.
  reason text,
  -- The row of bot_message that carries it.
  message_id uuid,
  settled_at timestamptz,
  clicked_at timestamptz,
  primary key (organization_id, post_id, buyer_id),
  foreign key (organization_id, post_id) references post (organization_id, id) on delete cascade
) with (fillfactor = 80);
create index post_recipient_state on post_recipient (organization_id, post_id, state);

-- One bucket of tokens for the advertising of a bot, shared by every process. Messages about a
-- buyer's own receipts never wait for it.
create table bot_pace (
  client_id uuid primary key,
  -- All that was promised is sent by then, at the messenger's own rate.
  free_at timestamptz not null,
  -- A messenger in trouble is left alone until then.
  held_until timestamptz
);
