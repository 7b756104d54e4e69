-- Two cards of one person become one. `merged_into` always names the card that lives: who is merged
-- later takes along those that were merged into it before.

alter table buyer add column merged_at timestamptz;
create index buyer_merged_into on buyer (organization_id, merged_into)
  where merged_into is not null;
