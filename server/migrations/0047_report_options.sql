-- How a shop's reports look as files, and which of them leave by e-mail and when.
create table report_options (
  organization_id uuid primary key references organization (id),
  version int not null,
  csv_style text not null check (csv_style in ('semicolon', 'comma', 'tab')),
  updated_at timestamptz not null
);

create table report_schedule (
  organization_id uuid not null references organization (id),
  id uuid not null,
  report text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- The period a letter is about: the one that ended last.
  every text not null check (every in ('day', 'week', 'month')),
  -- Of the shop's own clock.
  hour smallint not null check (hour between 0 and 23),
  emails text[] not null check (cardinality(emails) between 1 and 5),
  language text not null,
  enabled boolean not null,
  created_at timestamptz not null,
  -- Nothing is sent for what was due before.
  starts_at timestamptz not null,
  primary key (organization_id, id)
);

-- A period whose letters are on their way or gone: the key is what makes them leave once.
create table report_sending (
  organization_id uuid not null,
  schedule_id uuid not null,
  start_date date not null,
  end_date date not null,
  created_at timestamptz not null,
  primary key (organization_id, schedule_id, start_date),
  foreign key (organization_id, schedule_id) references report_schedule (organization_id, id)
    on delete cascade
);
