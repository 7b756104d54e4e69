-- What else an owner may set of a notification: days and hours, whom, and what it shows.
alter table notification_setting
  -- ISO days of the week; empty: any day.
  add column weekdays smallint[] not null default '{}',
  -- `HH:MM` of the shop's clock; both or none.
  add column window_from text,
  add column window_to text,
  add column bot_id uuid,
  -- Empty: any point of sale.
  add column pos_ids uuid[] not null default '{}',
  add column segment_id uuid,
  add column image text,
  add column button_text text,
  add column button_url text,
  -- So many of a hundred are not told, to see what it is good for.
  add column control_percent smallint not null default 0
    check (control_percent between 0 and 50);
