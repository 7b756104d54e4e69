-- The bonus program. Every change makes a new version, and versions are never changed, so a
-- receipt can always be explained by the one that settled it.

create table program (
  organization_id uuid primary key references organization (id),
  -- The version in force.
  version int not null,
  -- Two people who change the same group at once are told of each other by these.
  general_version int not null,
  bonuses_version int not null,
  notifications_version int not null,
  -- The largest level number ever given out: numbers are never reused.
  last_level int not null,
  -- No receipt depends on these, so they have no versions of their own.
  notifications jsonb not null,
  updated_at timestamptz not null
);

create table program_version (
  organization_id uuid not null references program (organization_id),
  version int not null,
  valid_from timestamptz not null,
  general jsonb not null,
  bonuses jsonb not null,
  changed_by uuid not null references user_account (id),
  primary key (organization_id, version)
);
