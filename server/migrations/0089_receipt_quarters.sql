-- Receipts by the quarter of their key, which is a UUIDv7 and so begins with its moment (decision
-- 0070): what is written and what is asked for most lies in one or two tables of a size that stays the
-- same, and a quarter of long ago can be moved, packed or taken away whole.
--
-- What there is becomes the first part, up to the end of the quarter of its last key; keys of sales
-- before (taken over from elsewhere) come there too. `receipt_other` takes what no quarter was made
-- for, so that no sale ever fails for want of one.

alter table receipt rename to receipt_first;
alter index receipt_pkey rename to receipt_first_pkey;
alter index receipt_created rename to receipt_first_created;

create table receipt (like receipt_first including defaults) partition by range (id);
alter table receipt add primary key (organization_id, id);
create index receipt_created on receipt using brin (created_at)
  with (pages_per_range = 32, autosummarize = on);

-- The least key of a moment.
create function first_key_of(moment timestamptz) returns uuid
language sql immutable strict parallel safe
return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0')
  || '70008000000000000000')::uuid;

do $$
declare
  last_key text := (select replace(id::text, '-', '') from receipt_first order by id desc limit 1);
  last_ms bigint := ('x' || left(last_key, 12))::bit(48)::bigint;
  last_moment timestamptz := greatest(now(), to_timestamp(last_ms / 1000.0));
begin
  execute format('alter table receipt attach partition receipt_first for values from (minvalue) to (%L)',
    -- Added in UTC: in the zone of the server an hour may be lost or won on the way.
    first_key_of((date_trunc('quarter', last_moment at time zone 'UTC') + interval '3 months')
      at time zone 'UTC'));
end
$$;

create table receipt_other partition of receipt default with (fillfactor = 95);

-- Makes the quarters that begin until `until` and are not there yet; answers their names. The
-- program's own role makes no tables, so it asks this of the owner's. A quarter of which something
-- lies in `receipt_other` already stays there. Waits two seconds at most for who reads or writes:
-- it is asked again every night, half a year ahead. Autovacuum counts each part for the planner and
-- never the whole: that is done here on nights that make nothing, for who makes a quarter holds
-- everybody up until the end.
create function open_receipt_quarters(until timestamptz) returns setof text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set lock_timeout = '2s' set timezone = 'UTC' as $$
declare
  quarter timestamptz := date_trunc('quarter', now());
  name text;
  lowest uuid;
  beyond uuid;
  made boolean := false;
begin
  while quarter <= until loop
    name := 'receipt_' || to_char(quarter, 'YYYY"_q"Q');
    lowest := first_key_of(quarter);
    beyond := first_key_of(quarter + interval '3 months');
    if to_regclass('public.' || name) is null
      -- Not below what the first part holds.
      and lowest >= (select substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::uuid
        from pg_class c where c.oid = 'public.receipt_first'::regclass)
      and not exists (select from receipt_other where id >= lowest and id < beyond)
    then
      execute format('create table public.%I (like public.receipt including defaults) with (fillfactor = 95)', name);
      execute format('alter table public.receipt attach partition public.%I for values from (%L) to (%L)',
        name, lowest, beyond);
      return next name;
      made := true;
    end if;
    quarter := quarter + interval '3 months';
  end loop;
  if not made then analyze receipt; end if;
end
$$;
revoke execute on function open_receipt_quarters(timestamptz) from public;

select open_receipt_quarters(now() + interval '6 months');
