-- Owners' accounts and sessions. Only hashes of tokens are kept: a stolen copy of the database
-- signs nobody in.

create table user_account (
  id uuid primary key,
  -- Lower case. Of a deleted account: 'deleted:' and its id, so that the address is free again.
  email text not null,
  email_confirmed_at timestamptz,
  -- A new address that waits for its confirmation.
  pending_email text,
  first_name text not null,
  last_name text not null,
  phone text,
  language text not null,
  theme text not null,
  date_format text not null,
  hotkeys boolean not null,
  email_reports boolean not null,
  -- argon2id, PHC string. Null: the account signs in with Google or Facebook only.
  password_hash text,
  password_changed_at timestamptz,
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint user_account_email_key unique (email),
  constraint user_account_email_is_lower check (email = lower(email))
);

-- One sign-in on one device: a family of tokens that lives and dies together.
create table session (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  -- False: the cookies end with the browser's session.
  remember boolean not null,
  -- When the password (or the provider) last proved who sits there.
  verified_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  ended_at timestamptz,
  end_reason text check (
    end_reason in ('logged_out', 'revoked', 'reused', 'password_changed', 'replaced', 'deleted')
  )
);
create index session_of_user on session (user_id) where ended_at is null;

-- A pair of tokens. Used pairs stay until the session goes, so that any replay is recognised.
create table session_token (
  refresh_hash bytea primary key,
  access_hash bytea not null unique,
  session_id uuid not null references session (id) on delete cascade,
  access_expires_at timestamptz not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index session_token_of_session on session_token (session_id);

-- Misses of signing in, by a hash of the address typed: unknown addresses lock like known ones.
create table sign_in_guard (
  email_hash bytea primary key,
  misses int not null,
  window_started_at timestamptz not null,
  locked_until timestamptz,
  locks int not null,
  misses_in_row int not null
);

-- A link that we mailed. Bound to the address it was mailed to.
create table email_link (
  token_hash bytea primary key,
  user_id uuid not null references user_account (id),
  purpose text not null check (purpose in ('confirm', 'reset')),
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_link_of_user on email_link (user_id);

-- A social account that may sign in. The provider's subject is the key, never the e-mail.
create table social_identity (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  user_id uuid not null references user_account (id),
  created_at timestamptz not null,
  primary key (provider, subject),
  constraint social_identity_one_of_a_kind unique (user_id, provider)
);

-- A social sign-in on its way, bound to the browser that began it by a short-lived cookie.
create table social_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  -- The PKCE verifier, encrypted.
  verifier_sealed text not null,
  redirect_uri text not null,
  redirect text not null,
  -- Whose account the social account is added to; null: a plain sign-in.
  link_user_id uuid references user_account (id),
  expires_at timestamptz not null
);

-- What happened to the keys of an account, for its owner to read.
create table security_event (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  kind text not null,
  at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index security_event_of_user on security_event (user_id, at desc);
