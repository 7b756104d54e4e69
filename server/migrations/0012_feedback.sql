-- Who asked on the landing page to be called back.

create table feedback_request (
  id uuid primary key,
  name text not null,
  phone text not null,
  created_at timestamptz not null
);
