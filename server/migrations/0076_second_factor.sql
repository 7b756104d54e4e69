-- The second factor of an owner's account: codes of an app (RFC 6238), and codes for the day the
-- phone is lost.

create table second_factor (
  user_id uuid primary key references user_account (id),
  -- The key shared with the app, encrypted.
  secret_sealed text not null,
  -- Null: being set up, asked for nowhere yet.
  confirmed_at timestamptz,
  -- The half minute whose code was taken last: that one and all before are taken no more.
  last_step bigint not null,
  created_at timestamptz not null
);

create table recovery_code (
  user_id uuid not null references user_account (id),
  -- A keyed digest of the code.
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Somebody gave the first factor and owes the second: bound to the browser by a short-lived cookie.
create table pending_sign_in (
  token_hash bytea primary key,
  user_id uuid not null references user_account (id),
  remember boolean not null,
  expires_at timestamptz not null
);
create index pending_sign_in_of_user on pending_sign_in (user_id);
