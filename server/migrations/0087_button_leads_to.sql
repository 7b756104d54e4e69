-- The button of a post or of a notification leads to its address, or to the reader's own card.
alter table post add column button_leads_to text not null default 'url'
  check (button_leads_to in ('url', 'card'));
alter table notification_setting add column button_leads_to text not null default 'url'
  check (button_leads_to in ('url', 'card'));
