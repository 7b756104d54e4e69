-- Made by `npm run citus` out of the migrations; a check keeps it up to date. NOT run against a
-- Citus by us: docs/scale.md tells what was proven and what is only reasoned.
-- After the migrations, before the first shop, on the coordinator, as the owner of the schema.
create extension if not exists citus;

-- Unique without the organization: the ids are random, the look-ups stay.
alter table post drop constraint if exists post_id;
drop index if exists post_id;
create index post_id on post (id);
alter table promotion drop constraint if exists promotion_by_id;
drop index if exists promotion_by_id;
create index promotion_by_id on promotion (id);
alter table segment drop constraint if exists segment_by_id;
drop index if exists segment_by_id;
create index segment_by_id on segment (id);

-- Triggers that only touch their own shop's rows: account_placed (account), audit_append_only (audit_act), buyer_tallied (buyer), buyer_tallied_in (buyer), buyer_tallied_out (buyer), entry_append_only (entry).
set citus.enable_unsafe_triggers = on;

-- Directories: one copy on every node.
select create_reference_table('user_account');
select create_reference_table('country');
select create_reference_table('city');
select create_reference_table('tariff');
select create_reference_table('organization');
select create_reference_table('promo_code');
select create_reference_table('bot_client');
select create_reference_table('bot_link');
select create_reference_table('cashier_login');
select create_reference_table('cashier_session');
select create_reference_table('payment');
select create_reference_table('payment_line');
select create_reference_table('owner_chat_link');
select create_reference_table('managed_bot_request');

-- Tables of shops: all rows of one shop on one shard.
select create_distributed_table('account', 'organization_id');
select create_distributed_table('account_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('announcement', 'organization_id', colocate_with => 'account');
select create_distributed_table('anomaly', 'organization_id', colocate_with => 'account');
select create_distributed_table('anomaly_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('archive', 'organization_id', colocate_with => 'account');
select create_distributed_table('audit_act', 'organization_id', colocate_with => 'account');
select create_distributed_table('bot', 'organization_id', colocate_with => 'account');
select create_distributed_table('bot_consent', 'organization_id', colocate_with => 'account');
select create_distributed_table('bot_message', 'organization_id', colocate_with => 'account');
select create_distributed_table('bought', 'organization_id', colocate_with => 'account');
select create_distributed_table('bought_product', 'organization_id', colocate_with => 'account');
select create_distributed_table('bulk_act', 'organization_id', colocate_with => 'account');
select create_distributed_table('bulk_member', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_audit', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_code', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_habit', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_link_code', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_order', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_tally', 'organization_id', colocate_with => 'account');
select create_distributed_table('buyer_visit', 'organization_id', colocate_with => 'account');
select create_distributed_table('cancellation', 'organization_id', colocate_with => 'account');
select create_distributed_table('cashier', 'organization_id', colocate_with => 'account');
select create_distributed_table('license', 'organization_id', colocate_with => 'account');
select create_distributed_table('pos', 'organization_id', colocate_with => 'account');
select create_distributed_table('cashier_pos', 'organization_id', colocate_with => 'account');
select create_distributed_table('compensation_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('entry', 'organization_id', colocate_with => 'account');
select create_distributed_table('entry_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('entry_last', 'organization_id', colocate_with => 'account');
select create_distributed_table('entry_return', 'organization_id', colocate_with => 'account');
select create_distributed_table('granted_once', 'organization_id', colocate_with => 'account');
select create_distributed_table('ledger_answer', 'organization_id', colocate_with => 'account');
select create_distributed_table('license_notice', 'organization_id', colocate_with => 'account');
select create_distributed_table('license_span', 'organization_id', colocate_with => 'account');
select create_distributed_table('post', 'organization_id', colocate_with => 'account');
select create_distributed_table('news_view', 'organization_id', colocate_with => 'account');
select create_distributed_table('notification', 'organization_id', colocate_with => 'account');
select create_distributed_table('notification_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('notification_level', 'organization_id', colocate_with => 'account');
select create_distributed_table('notification_setting', 'organization_id', colocate_with => 'account');
select create_distributed_table('opening_turnover', 'organization_id', colocate_with => 'account');
select create_distributed_table('owed_card', 'organization_id', colocate_with => 'account');
select create_distributed_table('owed_lot', 'organization_id', colocate_with => 'account');
select create_distributed_table('owner_chat', 'organization_id', colocate_with => 'account');
select create_distributed_table('owner_notice', 'organization_id', colocate_with => 'account');
select create_distributed_table('payment_method', 'organization_id', colocate_with => 'account');
select create_distributed_table('pos_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('post_recipient', 'organization_id', colocate_with => 'account');
select create_distributed_table('post_turn', 'organization_id', colocate_with => 'account');
select create_distributed_table('product', 'organization_id', colocate_with => 'account');
select create_distributed_table('program', 'organization_id', colocate_with => 'account');
select create_distributed_table('program_version', 'organization_id', colocate_with => 'account');
select create_distributed_table('promo_use', 'organization_id', colocate_with => 'account');
select create_distributed_table('promotion', 'organization_id', colocate_with => 'account');
select create_distributed_table('promotion_past', 'organization_id', colocate_with => 'account');
select create_distributed_table('promotion_usage', 'organization_id', colocate_with => 'account');
select create_distributed_table('promotion_use', 'organization_id', colocate_with => 'account');
select create_distributed_table('receipt', 'organization_id', colocate_with => 'account');
select create_distributed_table('receipt_confirmation', 'organization_id', colocate_with => 'account');
select create_distributed_table('receipt_draft', 'organization_id', colocate_with => 'account');
select create_distributed_table('receipt_number', 'organization_id', colocate_with => 'account');
select create_distributed_table('replay', 'organization_id', colocate_with => 'account');
select create_distributed_table('report_options', 'organization_id', colocate_with => 'account');
select create_distributed_table('report_schedule', 'organization_id', colocate_with => 'account');
select create_distributed_table('report_sending', 'organization_id', colocate_with => 'account');
select create_distributed_table('rfm_border', 'organization_id', colocate_with => 'account');
select create_distributed_table('sale_day', 'organization_id', colocate_with => 'account');
select create_distributed_table('segment', 'organization_id', colocate_with => 'account');
select create_distributed_table('segment_member', 'organization_id', colocate_with => 'account');
select create_distributed_table('sheet_import', 'organization_id', colocate_with => 'account');
select create_distributed_table('sheet_import_slice', 'organization_id', colocate_with => 'account');
select create_distributed_table('subscriber', 'organization_id', colocate_with => 'account');
select create_distributed_table('thread_message', 'organization_id', colocate_with => 'account');
select create_distributed_table('visit_rating', 'organization_id', colocate_with => 'account');
select create_distributed_table('visit_return', 'organization_id', colocate_with => 'account');
select create_distributed_table('webhook_endpoint', 'organization_id', colocate_with => 'account');
select create_distributed_table('webhook_delivery', 'organization_id', colocate_with => 'account');
