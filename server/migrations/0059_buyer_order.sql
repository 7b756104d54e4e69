-- What a list of a large shop is sorted by. An index on `account` itself would cost every receipt
-- its heap-only update (decision 0050), so the order is kept beside it, a minute behind, by a job.
create table buyer_order (
  organization_id uuid not null,
  buyer_id uuid not null,
  last_receipt_at timestamptz,
  balance bigint not null,
  turnover bigint not null,
  receipts int not null,
  primary key (organization_id, buyer_id)
);
create index buyer_order_visit on buyer_order
  (organization_id, last_receipt_at desc nulls last, buyer_id desc);
create index buyer_order_absence on buyer_order (organization_id, last_receipt_at, buyer_id);
create index buyer_order_balance on buyer_order (organization_id, balance, buyer_id);
create index buyer_order_turnover on buyer_order (organization_id, turnover, buyer_id);
create index buyer_order_receipts on buyer_order (organization_id, receipts, buyer_id);

-- How far the job has read: one row for all shops.
create table buyer_order_progress (
  id int primary key check (id = 1),
  read_until timestamptz not null
);

insert into buyer_order
select organization_id, buyer_id, last_receipt_at, balance, turnover, receipts from account;

-- A new buyer has a place at once, so that none is missing from a list.
create function place_buyer() returns trigger language plpgsql as $$
begin
  insert into buyer_order values (new.organization_id, new.buyer_id, new.last_receipt_at,
    new.balance, new.turnover, new.receipts) on conflict do nothing;
  return null;
end
$$;
create trigger account_placed after insert on account for each row execute function place_buyer();

-- The order by what changes seldom, and the count of a whole list.
create index buyer_joined on buyer (organization_id, joined_at, id)
  where status <> 'forgotten' and merged_into is null;
create index buyer_named on buyer (organization_id, search_name, id)
  where status <> 'forgotten' and merged_into is null;
