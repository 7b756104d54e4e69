-- What else an owner may set of a notification, and answers on a scale from 0 to 10.
alter table notification_setting
  -- Empty: any messenger.
  add column messengers text[] not null default '{}',
  -- A buyer is not told it again within so many days; null: as often as it happens.
  add column cap_days smallint check (cap_days between 1 and 365),
  -- Of advertising that meets the weekly limit the first goes: 1 first, 2 usual, 3 last.
  add column priority smallint not null default 2 check (priority between 1 and 3),
  -- How a visit is rated.
  add column scale text not null default 'stars' check (scale in ('stars', 'nps'));
-- Visits were asked about once a week at most.
update notification_setting set cap_days = 7 where code = 'feedback_request';

alter table notification
  add column priority smallint not null default 2 check (priority between 1 and 3);

-- The answer on the scale from 0 to 10; its stars are those it comes to.
alter table visit_rating add column score smallint check (score between 0 and 10);
