/**
 * What goes into an archive and what does not: every table of a shop and every column is named here
 * once, so that nothing is forgotten and no secret goes along by itself. `contents.db.test.ts` holds
 * this list to the database.
 *
 * Amounts are minor units, moments are UTC, hashes are hex; a row is one line of JSON.
 */
type Told = {
  /** The order of rows. */
  order: string
  columns: string
  /** Secrets, and what means nothing outside of this program. */
  kept_back?: string
}

const tables: Record<string, Told> = {
  organization: {
    order: 'id',
    columns: `id name legal_name tax_id description business_category address city_id country_id
      currency timezone language phone email site socials logo rules_text rules_version
      onboarding is_demo owner_id version created_at updated_at deleted_at`,
  },
  pos: {
    order: 'id',
    columns: `id address city_id code created_at deleted_at external_code lat license_id lng name
      phone schedule type visible`,
  },
  cashier: {
    order: 'id',
    columns: 'id created_at deleted_at enabled last_login_at name permissions role',
    kept_back: 'pin_hash',
  },
  cashier_login: { order: 'login', columns: 'login cashier_id' },
  cashier_pos: { order: 'cashier_id pos_id', columns: 'cashier_id pos_id' },
  program: {
    order: '',
    columns: `bonuses_version general_version last_level notifications notifications_version
      promotions_version updated_at version`,
  },
  program_version: { order: 'version', columns: 'version bonuses changed_by general valid_from' },
  promotion: {
    order: 'id',
    columns: `id archived_at created_at description finished_at launched_at name rules show_in_bot
      state type updated_at version`,
  },
  promotion_past: {
    order: 'promotion_id version',
    columns: 'promotion_id version changed_at content',
  },
  promotion_usage: {
    order: 'promotion_id',
    columns: 'promotion_id amount bonuses discount uses',
  },
  promotion_use: {
    order: 'promotion_id receipt_id source',
    columns: `promotion_id receipt_id source amount bonuses buyer_id created_at day discount uses
`,
  },
  product: {
    order: 'id',
    columns: `id accrual_percent active barcode category cost created_at description exclude_accrual
      exclude_discount exclude_spend floor image link min_prices name price sku unit
      updated_at visible_in_bot`,
    kept_back: 'search',
  },
  buyer: {
    order: 'id',
    columns: `id birthday birthday_entered_at card_code city consent_messages consent_messages_at
      consent_messages_text created_at first_name forgotten_at gender joined_at
      joined_cashier_id joined_pos_id joined_via language last_name merged_at merged_into
      messengers note phone referred_at referred_by rules_accepted_at rules_version
      segment_ids status tags updated_at`,
    kept_back: 'phone_hash search_name',
  },
  buyer_audit: { order: 'id', columns: 'id action buyer_id created_at user_id' },
  account: {
    order: 'buyer_id',
    columns: `buyer_id balance debt entries last_hash last_receipt_at last_year_turnover level
      level_until lot_active_from lot_amounts lot_expires_at lot_kinds lot_numbers
      lot_remaining pinned_level pinned_until promotions receipts turnover version year
      year_turnover`,
  },
  account_day: { order: 'buyer_id day', columns: 'buyer_id day receipts turnover' },
  entry: {
    order: 'buyer_id number',
    columns: `buyer_id number active_from actor amount balance_after created_at day debt_after
      debt_change expires_at hash kind lot_amounts lot_expiries lot_numbers pos_id prev_hash
      reason receipt_id source`,
  },
  opening_turnover: { order: 'buyer_id', columns: 'buyer_id created_at day turnover' },
  granted_once: {
    order: 'buyer_id gift created_at',
    columns: 'buyer_id gift created_at source',
    kept_back: 'who',
  },
  receipt: {
    order: 'id',
    columns: `id accrual balance_after bonuses_returned bonuses_spent bonuses_withdrawn buyer_id
      cashier_id content created_at day debt_after gross level_discount number occurred_at
      offline pending_after pos_id program_version promotion_discount refunded registered
      returned shop_loss status till_discount to_pay version`,
    kept_back: 'request_hash',
  },
  cancellation: {
    order: 'id',
    columns: `id bonuses_return bonuses_withdraw buyer_id cashier_id content created_at day pos_id
      reason receipt_id refund_money shop_loss user_id whole`,
  },
  pos_day: {
    order: 'day pos_id',
    columns: `day pos_id accrued cancelled expired given gross member_paid member_receipts
      member_refunded paid receipts refunded returned spent taken withdrawn`,
  },
  visit_rating: {
    order: 'receipt_id',
    columns: 'receipt_id buyer_id comment created_at pos_id score stars subscriber_id',
  },
  segment: {
    order: 'id',
    columns: `id buyers counted_at created_at created_by filter frozen_at mode name updated_at
`,
  },
  segment_member: { order: 'segment_id buyer_id', columns: 'segment_id buyer_id' },
  bot: {
    order: 'id',
    columns: `id card_design contact created_at greeting menu name updated_at version working_hours
      review_url`,
  },
  bot_client: {
    order: 'id',
    columns: 'id bot_id connected_at external_id mode status title type username',
    kept_back:
      'hook_id last_error paused_until poll_from polled_by polled_until secret_sealed token_sealed token_last4 checked_at can_manage_bots avatar avatar_name',
  },
  bot_link: { order: 'slug', columns: 'slug created_at pos_id' },
  bot_consent: {
    order: 'id',
    columns: 'id buyer_id created_at given kind language subscriber_id text_version',
  },
  bot_message: {
    order: 'id',
    columns: `id buyer_id client_id created_at kind sent_at source state subscriber_id
      delivered_at seen_at`,
    kept_back: 'body attempts claimed_at last_error due_at external_id left_at priority',
  },
  subscriber: {
    order: 'id',
    columns: `id blocked_at buyer_id chosen_at client_id created_at language last_active_at marketing
      marketing_at marketing_text name notify_bonuses notify_rating pos_id rules_accepted_at
      rules_version source tester type user_id version`,
    kept_back: 'memory step',
  },
  thread_message: {
    order: 'id',
    columns: `id buyer_id created_at deleted_at direction edited_at image message_id read_at
      subscriber_id text user_id`,
  },
  news_view: { order: 'post_id subscriber_id', columns: 'post_id subscriber_id seen_at' },
  post: {
    order: 'id',
    columns: `id bot_id button_leads_to button_product_id button_text button_url control_percent
      created_at created_by failure filters finished_at image pinned published_at scheduled_at
      segment_id status stopped_at tested_at text title type updated_at version`,
  },
  post_recipient: {
    order: 'post_id buyer_id',
    columns: `post_id buyer_id clicked_at client_id message_id reason settled_at state subscriber_id
`,
  },
  notification: {
    order: 'id',
    columns: 'id buyer_id code created_at due_at facts object priority reason settled_at state',
  },
  notification_setting: {
    order: 'code',
    columns: `code bonus bonus_days is_on min_amount stops texts updated_at version when_value
      bot_id button_leads_to button_product_id button_text button_url control_percent image
      pos_ids segment_id weekdays window_from window_to messengers cap_days priority scale`,
  },
  report_options: {
    order: '',
    columns: 'csv_style default_period hidden_columns presets updated_at version',
  },
  report_schedule: {
    order: 'id',
    columns: 'id created_at emails enabled every format hour language report starts_at',
  },
  webhook_endpoint: {
    order: 'id',
    columns: 'id created_at enabled events failing_since language stopped_at url',
    kept_back: 'secret_sealed previous_sealed previous_until',
  },
  license: {
    order: 'id',
    columns: `id anchor_day auto_renew charge_attempts created_at credit currency expires_at
      last_payment_at next_charge_at period price provider starts_at status tariff_id`,
  },
  license_span: {
    order: 'id',
    columns: 'id ends_at license_id payment_id price starts_at tariff_id',
  },
  trial: { order: 'user_id', columns: 'user_id created_at license_id' },
  payment: {
    order: 'id',
    columns: `id amount closed_at created_at currency description ends_at failure kind number paid_at
      promo_code provider status`,
    kept_back: 'page_url idempotency_key request_hash provider_id checked_at redirect_path',
  },
  payment_line: {
    order: 'payment_id license_id',
    columns: `payment_id license_id amount changes_from credit discount left_over open period position
      price renews_end tariff_id`,
  },
  payment_method: {
    order: 'provider',
    columns: 'provider card_mask created_at',
    kept_back: 'token_sealed',
  },
  promo_use: { order: 'code', columns: 'code created_at payment_id' },
  anomaly: {
    order: 'day rule subject',
    columns: 'day rule subject allowed buyer_id cashier_id created_at found receipt_id',
  },
  audit_act: {
    order: 'id',
    columns: 'id act actor address created_at detail subject_id subject_kind subject_name',
  },
}

/** Tables of a shop that stay here, and why. */
export const leftOut: Record<string, string> = {
  announcement: 'on its way',
  anomaly_day: 'bookkeeping of the look at each day',
  archive: 'this very file',
  bought: 'computed from receipts',
  bought_product: 'computed from receipts',
  bulk_act: 'each buyer has its outcome',
  bulk_member: 'whom an act is still for',
  buyer_code: 'one-time codes',
  buyer_habit: 'computed from receipts',
  buyer_link_code: 'one-time codes',
  buyer_order: 'computed from accounts',
  buyer_tally: 'computed from buyers',
  buyer_visit: 'computed from receipts',
  cashier_session: 'secrets',
  compensation_day: 'computed from entries',
  entry_day: 'computed from entries',
  entry_last: 'computed from entries',
  entry_return: 'computed from entries',
  ledger_answer: 'answers kept for a day',
  license_notice: 'letters that were sent',
  managed_bot_request: 'on its way to Telegram for an hour',
  notification_day: 'bookkeeping',
  notification_level: 'bookkeeping',
  owner_chat: 'a link that works in this program only',
  owner_chat_link: 'one-time codes',
  owed_card: 'computed from accounts',
  owed_lot: 'computed from accounts',
  owner_notice: 'letters that were sent',
  post_turn: 'bookkeeping of sending',
  receipt_confirmation: 'what waited for an answer',
  receipt_draft: 'not sold yet',
  receipt_number: 'in the receipts',
  replay: 'trials of settings',
  report_sending: 'letters that were sent',
  rfm_border: 'computed from receipts',
  sale_day: 'computed from receipts',
  sheet_import: 'a file on its way',
  sheet_import_slice: 'a file on its way',
  visit_return: 'computed from receipts',
  webhook_delivery: 'messages kept for a month',
}

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** A table of an archive: its file, its columns and the order of its rows. */
export type ArchivedTable = { table: string; file: string; columns: string[]; order: string[] }

export const archivedTables: readonly ArchivedTable[] = Object.entries(tables).map(
  ([table, { columns, order }]) => ({
    table,
    file: fileOf(table),
    columns: words(columns),
    order: words(order),
  }),
)

/** The columns of a table that stay here. */
export const keptBack = (table: string): string[] => words(tables[table]?.kept_back ?? '')

/** The name of a table's file inside the archive. */
export function fileOf(table: string): string {
  return `data/${table}.jsonl`
}
