-- What a shop owes, lot by lot of all buyers together, as far as purchases are gathered (decision
-- 0060): made of the entries by the same job. A lot that was active at the job's mark is under
-- '-infinity', one that never expires under 'infinity', so there are as many rows as days on which
-- something expires, and one for each lot that waits.
create table owed_lot (
  organization_id uuid not null,
  active_from timestamptz not null,
  expires_at timestamptz not null,
  amount bigint not null,
  primary key (organization_id, active_from, expires_at)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index owed_lot_waiting on owed_lot (active_from) where active_from > '-infinity';

-- How many buyers a shop has by status, as sums of what changed: written in the transaction that
-- changes a buyer, never updated, so that nobody waits for it; a job puts rows together.
create table buyer_tally (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  status text not null,
  buyers int not null,
  primary key (organization_id, id)
);

insert into buyer_tally (organization_id, status, buyers)
select organization_id, status, count(*) from buyer where merged_into is null group by 1, 2;

create function tally_buyers() returns trigger language plpgsql as $$
begin
  insert into buyer_tally (organization_id, status, buyers)
  select organization_id, status, case when tg_op = 'INSERT' then count(*) else -count(*) end
  from changed where merged_into is null group by 1, 2;
  return null;
end
$$;
create trigger buyer_tallied_in after insert on buyer
  referencing new table as changed for each statement execute function tally_buyers();
create trigger buyer_tallied_out after delete on buyer
  referencing old table as changed for each statement execute function tally_buyers();

create function tally_change() returns trigger language plpgsql as $$
begin
  insert into buyer_tally (organization_id, status, buyers)
  select new.organization_id, c.status, c.buyers
  from (values (old.status, -1, old.merged_into), (new.status, 1, new.merged_into))
    as c(status, buyers, merged_into)
  where c.merged_into is null;
  return null;
end
$$;
create trigger buyer_tallied after update of status, merged_into on buyer for each row
  when (old.status is distinct from new.status
    or (old.merged_into is null) is distinct from (new.merged_into is null))
  execute function tally_change();

-- Gathered once more, what is owed too.
truncate bought, buyer_visit, buyer_habit, visit_return, sale_day, entry_day, entry_return;
delete from purchase_progress;

-- What an owner wants reports to begin with, and sets of filters that are kept by name.
alter table report_options
  add default_period text not null default 'days30'
    check (default_period in ('today', 'week', 'days30', 'month', 'year')),
  -- Columns that are not shown, each as `report.column`.
  add hidden_columns text[] not null default '{}',
  add presets jsonb not null default '[]';
