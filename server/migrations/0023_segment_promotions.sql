-- The segments at work in promotions that this buyer is in now: kept by a job, read by a till with
-- the buyer, so that a promotion for a segment costs a receipt nothing.
alter table buyer add column segment_ids uuid[] not null default '{}';
create index buyer_segments on buyer using gin (segment_ids) where segment_ids <> '{}';
