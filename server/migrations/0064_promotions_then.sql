-- Every state a launched promotion has had: a sale that a till reports late is decided with what
-- was valid when it was made.
create table promotion_past (
  organization_id uuid not null,
  promotion_id uuid not null,
  version int not null,
  changed_at timestamptz not null,
  -- The row of `promotion` as it was from then on.
  content jsonb not null,
  primary key (organization_id, promotion_id, version)
);

-- What was launched before: as it is now, from its launch on.
insert into promotion_past (organization_id, promotion_id, version, changed_at, content)
select p.organization_id, p.id, p.version, coalesce(p.launched_at, p.updated_at), to_jsonb(p)
from promotion p where p.state <> 'draft';
