-- The next of a mailing are taken bot by bot, each bot as many as it has room for.
drop index post_recipient_state;
create index post_recipient_next on post_recipient
  (organization_id, post_id, state, client_id, buyer_id);

-- What Viber tells of a message after it was taken; Telegram tells neither.
alter table bot_message
  add column delivered_at timestamptz,
  add column seen_at timestamptz;
