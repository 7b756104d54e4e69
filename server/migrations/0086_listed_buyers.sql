-- Whom a list shows, for those it passes over on the way to a page: told from the index alone.
create index buyer_listed on buyer (organization_id, id)
  where status <> 'forgotten' and merged_into is null;
-- Those with a tag, and the few who are not served.
create index buyer_tagged on buyer using gin (organization_id, tags)
  where tags <> '{}' and merged_into is null;
create index buyer_unserved on buyer (organization_id, status, id)
  where status <> 'active' and merged_into is null;
