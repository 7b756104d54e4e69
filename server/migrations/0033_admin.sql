-- What a tariff limits by the month: the messages that a shop itself wrote and advertised.
create index bot_message_written on bot_message (organization_id, created_at)
  where kind = 'manual' or priority = 2;

-- A request to be called back, once somebody called: when, who, and what came of it.
alter table feedback_request
  add column done_at timestamptz,
  add column done_by uuid references user_account (id),
  add column note text not null default '';
create index feedback_request_open on feedback_request (created_at) where done_at is null;
