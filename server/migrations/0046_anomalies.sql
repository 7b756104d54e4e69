-- What looked unusual on a local day of a shop, found once by a job after the day is over.
create table anomaly (
  organization_id uuid not null,
  day date not null,
  rule text not null,
  -- The id of whom or what it is about: a rule tells it once a day.
  subject text not null,
  cashier_id uuid,
  buyer_id uuid,
  receipt_id uuid,
  -- What was found and from where on the rule speaks: a count, a percent or minor units.
  found bigint not null,
  allowed bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, day, rule, subject)
);

-- Days that were looked at: of two jobs for one day the second finds it done, and mails nothing.
create table anomaly_day (
  organization_id uuid not null,
  day date not null,
  found int not null,
  created_at timestamptz not null,
  primary key (organization_id, day)
);
