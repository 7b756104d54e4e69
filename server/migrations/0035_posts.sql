-- Posts: what a shop tells its buyers. News stand in the bot under «Новини»; a mailing is sent.
--
-- A post is written by its owner alone; bots read published news from here (decision 0036).

create table post (
  organization_id uuid not null references organization (id),
  id uuid not null,
  -- Null: every bot of the shop.
  bot_id uuid,
  type text not null check (type in ('news', 'manual_notification')),
  version int not null,
  -- A scheduled piece of news is shown from its moment on: nothing has to happen for it.
  status text not null
    check (status in ('draft', 'scheduled', 'sending', 'sent', 'paused', 'failed')),
  -- Stands above the text of news; of a mailing it is the owner's own name for it.
  title text not null,
  text text not null,
  image text,
  button_text text,
  button_url text,
  pinned boolean not null,
  -- Whom a mailing is for: a saved segment, a filter in inner units, or neither: all buyers.
  segment_id uuid,
  filters jsonb,
  -- Of a hundred of them, how many are not written to, so that the effect can be told.
  control_percent smallint not null check (control_percent between 0 and 50),
  scheduled_at timestamptz,
  published_at timestamptz,
  finished_at timestamptz,
  stopped_at timestamptz,
  -- Why it could not be sent: a code.
  failure text,
  tested_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index post_id on post (id);
create index post_list on post (organization_id, type, id desc);
create index post_at_work on post (status) where status in ('scheduled', 'sending');

-- Who opened a piece of news in a bot; once for a chat.
create table news_view (
  organization_id uuid not null,
  post_id uuid not null,
  subscriber_id uuid not null,
  seen_at timestamptz not null,
  primary key (organization_id, post_id, subscriber_id),
  foreign key (organization_id, post_id) references post (organization_id, id) on delete cascade
);
