-- What brings `entry_return` up without reading a card's past (decision 0072).

-- The last day, as far as the job has gathered, on which a card moved at a point of sale or, under
-- the nil uuid, anywhere, by a movement of a kind or, under '', by any. It can be made anew from the
-- entries.
create table entry_last (
  organization_id uuid not null,
  buyer_id uuid not null,
  pos_id uuid not null,
  kind text not null,
  day date not null,
  primary key (organization_id, buyer_id, pos_id, kind)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

insert into entry_last
select e.organization_id, e.buyer_id, p.pos_id, p.kind, max(e.day)
from entry e
cross join lateral (
  values ('00000000-0000-0000-0000-000000000000'::uuid, ''),
    ('00000000-0000-0000-0000-000000000000'::uuid, e.kind), (e.pos_id, ''), (e.pos_id, e.kind)
) as p(pos_id, kind)
where p.pos_id is not null
  and e.created_at <= (select read_until from purchase_progress where id = 1)
group by 1, 2, 3, 4;
