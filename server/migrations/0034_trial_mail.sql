-- Which addresses have had their trial, by a keyed hash: an account that is deleted and made again
-- under the same address gets no second one. The address itself is not kept.
create table trial_mail (
  email_hash text primary key,
  created_at timestamptz not null
);
