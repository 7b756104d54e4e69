-- Gifts: what was given once and is never given again.

-- One row per gift and phone, written by the ledger's commit together with the gift itself. `who` is
-- the HMAC of the phone, which outlives a forgotten buyer. Taken back with its receipt, a gift may
-- be given again: the row goes in the same commit.
create table granted_once (
  organization_id uuid not null,
  -- `on_join`, `profile_complete`, `first_purchase`, `flyer:<id>`, `birthday:<year>`, `friend`,
  -- `inviter` (then `who` is the friend).
  gift text not null,
  who text not null,
  -- Whose account it went to, and the entry's source there.
  buyer_id uuid not null,
  source text not null,
  created_at timestamptz not null,
  primary key (organization_id, gift, who)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index granted_once_buyer on granted_once (organization_id, buyer_id);

-- Who invited this buyer: told once, before the first receipt.
alter table buyer add column referred_by uuid;
alter table buyer add column referred_at timestamptz;
create index buyer_referred_by on buyer (organization_id, referred_by)
  where referred_by is not null;

-- Whose birthday is on a day of the year (month × 100 + day).
create index buyer_birthday on buyer (
  organization_id, (extract(month from birthday)::int * 100 + extract(day from birthday)::int))
  where birthday is not null and status = 'active';
