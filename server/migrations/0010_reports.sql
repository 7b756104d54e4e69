-- Movements are appended in the order of time, so a block range index finds those of a period at
-- next to no cost for the commit that writes them.
create index entry_created on entry using brin (created_at) with (pages_per_range = 32);
