-- Whose turn it is to feed a mailing: of several jobs for one mailing, one goes on and the rest end.
create table post_turn (
  organization_id uuid not null,
  post_id uuid not null,
  until timestamptz not null,
  primary key (organization_id, post_id),
  foreign key (organization_id, post_id) references post (organization_id, id) on delete cascade
);
