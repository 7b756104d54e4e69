-- Rate limits, shared by all processes. Unlogged: after a crash everyone starts afresh.
create unlogged table rate_bucket (
  -- A hash of what is limited: no address or e-mail can be read from it.
  key bytea primary key,
  taken int not null,
  ends_at timestamptz not null
);
create index rate_bucket_ends on rate_bucket (ends_at);
