-- Who joined when and where: reports count a period of them without looking at the buyers. It costs a
-- buyer's joining and nothing of a receipt.
create index buyer_joins on buyer (organization_id, joined_at)
  include (id, joined_pos_id, joined_cashier_id);
