/**
 * One well-formed request for every operation of the product, for the permission matrix. An
 * operation that is not here fails the matrix, so nobody can add one without thinking of who may
 * call it. `{name}` parts of a path are taken from the ids by that name.
 */

import type { Stock } from '#server/testing/stock.ts'

/** Everything of one shop that a request may name. */
export type Ids = Stock & {
  organization_id: string
  pos_id: string
  /** A point of sale that nothing was sold at and no license serves. */
  spare_pos_id: string
  license_id: string
  cashier_id: string
  /** A cashier that other requests do not need. */
  spare_cashier_id: string
  buyer_id: string
  phone: string
  receipt_id: string
  /** Receipts that may be cancelled by a request. */
  cashier_cancel_id: string
  owner_cancel_id: string
  /** A draft that waits for create. */
  draft_id: string
  city_id: string
  country_id: string
  session_id: string
}

export type Sample = {
  query?: Record<string, string>
  body?: object
  /** The names of path parts whose id goes by another name here. */
  params?: Record<string, string>
  /** Names something of a shop or of an account, so that foreign must look absent. */
  names: boolean
  /** Works only once or ends something: tried after everything else. */
  last?: boolean
  /** Refusals that are right even for who may call, in a test without a second server. */
  also?: string[]
}

const stats = (ids: Ids): Sample => ({
  names: true,
  query: {
    organization_id: ids.organization_id,
    start_date: '2026-11-01',
    end_date: '2026-11-21',
  },
})

/** Of migration 0005. */
const TARIFF_ID = '019b0000-0000-7000-8002-000000000001'

/** Who may call is told that there is none such. */
const ABSENT_ID = '01a1fd1e-8c00-7000-8000-00000000dead'

export const samples: Record<string, (ids: Ids) => Sample> = {
  // Account
  'POST /api/v1/user/signup': () => ({ names: false, body: { email: 'x' } }),
  'POST /api/v1/user/login': () => ({ names: false, body: { email: 'x' } }),
  'POST /api/v1/user/logout': () => ({ names: false, last: true }),
  'POST /api/v1/user/refresh': () => ({ names: false, last: true }),
  'POST /api/v1/user/forgot': () => ({ names: false, body: { email: 'x' } }),
  'POST /api/v1/user/reset_password': () => ({ names: false, body: { token: 'x' } }),
  'POST /api/v1/user/confirm_email': () => ({ names: false, body: {} }),
  'POST /api/v1/user/resend_confirmation': () => ({ names: false }),
  'GET /api/v1/user/providers': () => ({ names: false }),
  'GET /api/v1/google/start': () => ({ names: false, also: ['provider_not_configured'] }),
  'GET /api/v1/facebook/start': () => ({ names: false, also: ['provider_not_configured'] }),
  'POST /api/v1/google/signin': () => ({ names: false, body: {} }),
  'POST /api/v1/facebook/signin': () => ({ names: false, body: {} }),
  'DELETE /api/v1/user/providers/{provider}': () => ({
    names: false,
    params: { provider: 'google' },
    also: ['not_found', 'verification_required'],
  }),
  'POST /api/v1/user/verify': () => ({ names: false, body: { password: 'Двадцять три яблука' } }),
  'GET /api/v1/user/profile': () => ({ names: false }),
  'PATCH /api/v1/user/profile': () => ({ names: false, body: { first_name: 'Олена' } }),
  'DELETE /api/v1/user/profile': () => ({ names: false, last: true }),
  'PATCH /api/v1/user/change_password': () => ({
    names: false,
    last: true,
    body: { old_password: 'Двадцять три яблука', new_password: 'Двадцять чотири груші' },
  }),
  'POST /api/v1/user/login/second_factor': () => ({ names: false, body: { code: '1' } }),
  'POST /api/v1/user/second_factor': () => ({
    names: false,
    also: ['email_unconfirmed', 'verification_required'],
  }),
  'POST /api/v1/user/second_factor/confirm': () => ({
    names: false,
    body: { code: '000000' },
    also: ['code_wrong', 'verification_required'],
  }),
  'POST /api/v1/user/second_factor/recovery_codes': () => ({
    names: false,
    also: ['not_found', 'verification_required'],
  }),
  'DELETE /api/v1/user/second_factor': () => ({
    names: false,
    last: true,
    also: ['not_found', 'verification_required'],
  }),
  'GET /api/v1/user/security_events': () => ({ names: false }),
  'GET /api/v1/user/sessions': () => ({ names: false }),
  // A password that was proved again has renewed the session by then.
  'DELETE /api/v1/user/sessions/{session_id}': () => ({
    names: true,
    last: true,
    also: ['not_found'],
  }),

  // Cities and call-back requests
  'GET /api/v1/locations/countries': () => ({ names: false }),
  'GET /api/v1/locations/cities': () => ({ names: false }),
  'POST /api/v1/locations/cities': (ids) => ({
    names: false,
    body: { name: 'Нова Одеса', country_id: ids.country_id },
  }),
  'GET /api/v1/locations/cities/{city_id}': () => ({ names: false }),
  'PATCH /api/v1/locations/cities/{city_id}': () => ({ names: false, body: {} }),
  'DELETE /api/v1/locations/cities/{city_id}': () => ({ names: false, last: true }),
  'GET /api/v1/stats/feedback_message': () => ({
    names: false,
    query: { name: 'Олена', phone: '+380671234567' },
  }),

  // Organizations, settings, licenses
  'GET /api/v1/organizations': () => ({ names: false }),
  'GET /api/v1/organizations/currencies': () => ({ names: false }),
  'GET /api/v1/organizations/tariffs': () => ({ names: false }),
  'GET /api/v1/organizations/demo': () => ({ names: false }),
  'POST /api/v1/organizations/demo': () => ({ names: false, last: true }),
  'POST /api/v1/organizations': () => ({ names: false, body: { name: 'Друга' } }),
  'GET /api/v1/organizations/{organization_id}': () => ({ names: true }),
  'PATCH /api/v1/organizations/{organization_id}': () => ({ names: true, body: { version: 1 } }),
  'DELETE /api/v1/organizations/{organization_id}': () => ({ names: true, last: true }),
  'GET /api/v1/organizations/{organization_id}/conditions': () => ({ names: false }),
  ...settings('general'),
  ...settings('bonuses'),
  ...settings('notifications'),
  'GET /api/v1/settings/levels': ofOrganization,
  'POST /api/v1/settings/simulate': (ids) => ({ ...ofOrganization(ids), body: { amount: 570 } }),
  'POST /api/v1/settings/replays': (ids) => ({
    ...ofOrganization(ids),
    body: { bonuses: { max_pay_percent: 30 } },
  }),
  'GET /api/v1/settings/replays': ofOrganization,
  'POST /api/v1/settings/replays/{replay_id}/file': () => ({
    names: true,
    query: { file_name: 'receipts.csv' },
    also: ['in_use'],
  }),
  'GET /api/v1/settings/replays/{replay_id}': () => ({ names: true }),
  'DELETE /api/v1/settings/replays/{replay_id}': () => ({ names: true, last: true }),
  'GET /api/v1/gifts/figures': ofOrganization,
  'GET /api/v1/auto-notifications': ofOrganization,
  'PATCH /api/v1/auto-notifications/{code}': (ids) => ({
    ...ofOrganization(ids),
    params: { code: 'winback_1' },
    body: { version: 0, on: true },
    also: ['version_conflict'],
  }),
  'POST /api/v1/auto-notifications/{code}/preview': (ids) => ({
    ...ofOrganization(ids),
    params: { code: 'winback_1' },
    body: { text: null, language: 'ua-UA' },
  }),
  'POST /api/v1/auto-notifications/{code}/test': (ids) => ({
    ...ofOrganization(ids),
    params: { code: 'winback_1' },
    body: { text: null, language: 'ua-UA', phone: ids.phone },
    also: ['no_messenger', 'buyer_not_found'],
  }),
  'GET /api/v1/owner-chat': ofOrganization,
  'POST /api/v1/owner-chat': (ids) => ({ ...ofOrganization(ids), also: ['not_found'] }),
  'DELETE /api/v1/owner-chat': ofOrganization,
  'GET /api/v1/licenses': ofOrganization,
  'POST /api/v1/licenses': (ids) => ({
    ...ofOrganization(ids),
    body: { tariff_id: TARIFF_ID, quantity: 1 },
  }),
  'POST /api/v1/licenses/{license_id}/cancel': () => ({ names: true }),
  'DELETE /api/v1/licenses/{license_id}': () => ({ names: true, last: true }),
  'POST /api/v1/licenses/quote': (ids) => ({
    ...ofOrganization(ids),
    body: { quantity: 1, tariff_id: TARIFF_ID },
  }),
  'POST /api/v1/licenses/{license_id}/pay': () => ({
    names: true,
    body: { redirect_url: '/organizations', tariff_id: TARIFF_ID },
    also: ['email_unconfirmed'],
  }),
  'POST /api/v1/licenses/{license_id}/subscribe': () => ({
    names: true,
    body: { redirect_url: '/organizations', tariff_id: TARIFF_ID },
    also: ['email_unconfirmed'],
  }),
  'GET /api/v1/payments/providers': () => ({ names: false }),
  'GET /api/v1/payments/{payment_id}': () => ({
    names: true,
    params: { payment_id: ABSENT_ID },
    also: ['not_found'],
  }),
  'GET /api/v1/payments/{payment_id}/papers/{kind}': () => ({
    names: true,
    params: { payment_id: ABSENT_ID, kind: 'invoice' },
    also: ['not_found'],
  }),
  'GET /api/v1/payments/{payment_id}/state': () => ({
    names: false,
    params: { payment_id: ABSENT_ID },
  }),
  'POST /api/v1/payments/{provider}/callback': () => ({
    names: false,
    params: { provider: 'monobank' },
  }),
  'GET /api/v1/admin/payments': () => ({ names: false }),
  'POST /api/v1/admin/payments/{payment_id}/confirm': () => ({
    names: false,
    params: { payment_id: ABSENT_ID },
    also: ['not_found'],
  }),
  'POST /api/v1/admin/payments/{payment_id}/refund': () => ({
    names: false,
    params: { payment_id: ABSENT_ID },
    also: ['not_found'],
  }),
  'GET /api/v1/admin/feedback': () => ({ names: false }),
  'PATCH /api/v1/admin/feedback/{request_id}': () => ({
    names: true,
    params: { request_id: ABSENT_ID },
    body: { done: true, note: '' },
    also: ['not_found'],
  }),
  'GET /api/v1/admin/organizations': () => ({ names: false }),
  'POST /api/v1/admin/organizations/{organization_id}/end-sessions': () => ({
    names: false,
    params: { organization_id: ABSENT_ID },
    also: ['not_found'],
  }),
  'GET /api/v1/admin/tariffs': () => ({ names: false }),
  'POST /api/v1/admin/tariffs': () => ({
    names: false,
    body: {
      name: 'Проба',
      period: 'month',
      price: 100,
      limits: { pos: 1, buyers: 1, messages: 1, bots: 1, cashiers: 1 },
      features: ['cashback'],
      trial_days: 14,
      position: 9,
      on_sale: false,
    },
  }),
  'PATCH /api/v1/admin/tariffs/{tariff_id}': () => ({
    names: false,
    params: { tariff_id: TARIFF_ID },
    body: { version: 1, position: 1 },
  }),
  'GET /api/v1/admin/promo-codes': () => ({ names: false }),
  'POST /api/v1/admin/promo-codes': () => ({ names: false, body: { code: 'ОСІНЬ', percent: 10 } }),
  'PATCH /api/v1/admin/promo-codes/{code}': () => ({
    names: false,
    params: { code: 'НЕМА' },
    body: { enabled: false },
    also: ['not_found'],
  }),
  'POST /api/v1/images': ofOrganization,

  // Promotions
  'GET /api/v1/promotions': ofOrganization,
  'POST /api/v1/promotions': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id, type: '3' },
    body: { name: 'Подвійні бонуси', effect: { kind: 'multiplier', times: 2 } },
  }),
  'GET /api/v1/promotions/{promotion_id}': () => ({ names: true }),
  'PATCH /api/v1/promotions/{promotion_id}': () => ({
    names: true,
    body: { version: 1, name: 'Потрійні бонуси' },
  }),
  'POST /api/v1/promotions/{promotion_id}/copy': () => ({ names: true }),
  'DELETE /api/v1/promotions/{promotion_id}': (ids) => ({
    names: true,
    last: true,
    params: { promotion_id: ids.spare_promotion_id },
  }),

  // Points of sale and cashiers
  'GET /api/v1/pos': ofOrganization,
  'POST /api/v1/pos': (ids) => ({ ...ofOrganization(ids), body: { name: 'Точка' } }),
  'PATCH /api/v1/pos/{pos_id}': () => ({ names: true, body: { name: 'Точка 1' } }),
  'DELETE /api/v1/pos/{pos_id}': (ids) => ({
    names: true,
    last: true,
    params: { pos_id: ids.spare_pos_id },
  }),
  'PATCH /api/v1/pos/{pos_id}/activate': (ids) => ({
    names: true,
    query: { license_id: ids.license_id },
  }),
  'PATCH /api/v1/pos/{pos_id}/deactivate': (ids) => ({
    names: true,
    params: { pos_id: ids.spare_pos_id },
  }),
  'POST /api/v1/pos/update-pos-visible': (ids) => ({
    names: true,
    body: { pos_id: ids.pos_id, visible: true },
  }),
  'POST /api/v1/pos/create-pos-register-user': (ids) => ({
    names: true,
    body: { pos_id: ids.pos_id, name: 'Катерина' },
  }),
  'POST /api/v1/pos/get-cash-register-users': (ids) => ({
    names: true,
    body: { pos_id: ids.pos_id },
  }),
  'POST /api/v1/pos/update-cash-register-user': (ids) => ({
    names: true,
    body: { id: ids.spare_cashier_id, name: 'Марія' },
  }),
  'POST /api/v1/pos/reset-cash-register-user-pin': (ids) => ({
    names: true,
    body: { id: ids.spare_cashier_id },
  }),
  'POST /api/v1/pos/delete-cash-register-users': (ids) => ({
    names: true,
    last: true,
    body: { ids: [ids.spare_cashier_id] },
  }),

  // Buyers
  'POST /api/v1/buyers': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, phone: '+380501112233' },
  }),
  'POST /api/v1/buyers/get_buyers_data': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  'GET /api/v1/buyers/{buyer_id}/entries': ofOrganization,
  'PATCH /api/v1/buyers/{buyer_id}': (ids) => ({
    ...ofOrganization(ids),
    body: { first_name: 'Оля' },
  }),
  'POST /api/v1/buyers/{buyer_id}/level': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, level: null },
  }),
  'POST /api/v1/buyers/{buyer_id}/inviter': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, inviter_phone: '+380671234567' },
  }),
  'POST /api/v1/buyers/{buyer_id}/reveal': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  'GET /api/v1/buyers/{buyer_id}/export': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id },
  }),
  'POST /api/v1/buyers/{buyer_id}/forget': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
    last: true,
  }),
  'POST /api/v1/buyers/make_handle_accrual': adjustment,
  'POST /api/v1/buyers/make_handle_withdraw': adjustment,

  // Bots
  'GET /api/v1/bots': ofOrganization,
  'POST /api/v1/bots': (ids) => ({ ...ofOrganization(ids), body: { name: 'Бот' } }),
  'GET /api/v1/bots/{id}': (ids) => ({ names: true, params: { id: ids.bot_id } }),
  'PATCH /api/v1/bots/{id}': (ids) => ({
    names: true,
    params: { id: ids.bot_id },
    body: { version: 1, greeting: 'Вітаємо' },
  }),
  'DELETE /api/v1/bots/{id}': (ids) => ({
    names: true,
    params: { id: ids.spare_bot_id },
    last: true,
  }),
  'POST /api/v1/bots/{bot_id}/client': () => ({
    names: true,
    body: { type: 'telegram', token: '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    // No messenger is there to ask.
    also: ['messenger_unavailable'],
  }),
  'POST /api/v1/bots/{bot_id}/managed': () => ({
    names: true,
    // No bot of the platform is there to make others.
    also: ['not_allowed'],
  }),
  'DELETE /api/v1/bots/{bot_id}/client': () => ({
    names: true,
    query: { type: 'telegram' },
    also: ['not_found'],
  }),
  'POST /api/v1/bots/{bot_id}/client/check': () => ({
    names: true,
    body: { type: 'telegram' },
    also: ['not_found'],
  }),
  'POST /api/v1/buyers/handle_message': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, buyer_id: ids.buyer_id, text: 'Вітаємо' },
    // Nobody has opened the bot.
    also: ['no_messenger'],
  }),
  'POST /api/v1/buyers/edit_message': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, message_id: ids.bot_id, text: 'Вітаємо' },
    also: ['not_found'],
  }),
  'POST /api/v1/buyers/delete_message': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, message_id: ids.bot_id },
    also: ['not_found'],
  }),
  'GET /api/v1/buyers/{buyer_id}/messages': ofOrganization,
  'GET /api/v1/inbox': ofOrganization,
  'GET /api/v1/ratings': ofOrganization,
  'GET /api/v1/bot-links': ofOrganization,
  'GET /api/v1/bot-links/{slug}': () => ({ names: false }),

  // News and mailings
  'GET /api/v1/posts': ofOrganization,
  'POST /api/v1/posts': (ids) => ({
    ...ofOrganization(ids),
    body: { type: 'news', title: 'Графік', text: 'Працюємо до 22:00' },
  }),
  'GET /api/v1/posts/{post_id}': () => ({ names: true }),
  'PATCH /api/v1/posts/{post_id}': () => ({
    names: true,
    body: { version: 1, text: 'Працюємо до 23:00' },
  }),
  'POST /api/v1/posts/{post_id}/send': () => ({ names: true, body: {} }),
  'POST /api/v1/posts/estimate': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  // News are not sent, so nothing of them is paused.
  'POST /api/v1/posts/{post_id}/pause': () => ({ names: true, also: ['post_state'] }),
  'POST /api/v1/posts/{post_id}/resume': () => ({ names: true, also: ['post_state'] }),
  'POST /api/v1/posts/{post_id}/stop': () => ({ names: true, also: ['post_state'] }),
  'GET /api/v1/posts/{post_id}/recipients': () => ({ names: true }),
  'DELETE /api/v1/posts/{post_id}': (ids) => ({
    names: true,
    last: true,
    params: { post_id: ids.spare_post_id },
  }),

  // Segments
  'POST /api/v1/segmentations/buyers_segmentation': (ids) => ({
    names: true,
    body: {
      organization_id: ids.organization_id,
      action: 'create',
      segment: { name: 'Усі' },
    },
  }),
  'POST /api/v1/segmentations/segmentation_result': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  'POST /api/v1/segmentations/get_segmentations_list': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  'POST /api/v1/segmentations/get_segmentation_pos': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  'POST /api/v1/segmentations/get_segmentation_positive_barcodes': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),
  'POST /api/v1/segmentations/get_segmentation_negative_barcodes': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
  }),

  // Many buyers at once
  'POST /api/v1/buyers/bulk': (ids) => ({
    names: true,
    body: {
      organization_id: ids.organization_id,
      whom: { buyer_ids: [ids.buyer_id] },
      act: { kind: 'tag', tag: 'кава' },
    },
  }),
  'GET /api/v1/buyers/bulk/{bulk_id}': () => ({ names: true }),
  'POST /api/v1/buyers/bulk/{bulk_id}/start': () => ({ names: true, also: ['in_use'] }),
  'GET /api/v1/buyers/bulk/{bulk_id}/file': () => ({
    names: true,
    query: { format: 'csv' },
    also: ['in_use'],
  }),

  // Receipts of the past
  'POST /api/v1/receipts/imports': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id, file_name: 'a.csv' },
    also: ['in_use', 'unsupported_media'],
  }),
  'GET /api/v1/receipts/imports': ofOrganization,
  'GET /api/v1/receipts/imports/{import_id}': receiptImport,
  'PATCH /api/v1/receipts/imports/{import_id}': (ids) => ({
    ...receiptImport(ids),
    body: { mapping: { date: 0, sum: 1 } },
    also: ['in_use'],
  }),
  'POST /api/v1/receipts/imports/{import_id}/apply': (ids) => ({
    ...receiptImport(ids),
    also: ['in_use'],
  }),
  'DELETE /api/v1/receipts/imports/{import_id}': (ids) => ({ ...receiptImport(ids), last: true }),
  'GET /api/v1/receipts/import-template': () => ({ names: false, query: { format: 'csv' } }),

  // Moving out
  'POST /api/v1/archives': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id },
    also: ['in_use'],
  }),
  'GET /api/v1/archives': ofOrganization,
  'POST /api/v1/archives/{archive_id}/link': () => ({ names: true, also: ['in_use'] }),
  'GET /api/v1/archives/files/{token}': () => ({
    names: false,
    params: { token: 'nothing' },
    also: ['not_found'],
  }),
  'DELETE /api/v1/archives/{archive_id}': () => ({ names: true, last: true }),

  // Two cards of one person
  'POST /api/v1/buyers/{buyer_id}/merge-preview': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, other_id: ids.buyer_id },
    also: ['validation_failed'],
  }),
  'POST /api/v1/buyers/{buyer_id}/merge': (ids) => ({
    names: true,
    body: {
      organization_id: ids.organization_id,
      other_id: ids.buyer_id,
      version: 'shown',
      idempotency_key: 'merge-1',
    },
    also: ['validation_failed'],
  }),

  // Buyers brought in
  'POST /api/v1/buyers/imports': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id, file_name: 'покупці.csv' },
  }),
  'GET /api/v1/buyers/imports': ofOrganization,
  'GET /api/v1/buyers/imports/{import_id}': (ids) => ({
    names: true,
    params: { import_id: ids.buyer_import_id },
  }),
  'PATCH /api/v1/buyers/imports/{import_id}': (ids) => ({
    names: true,
    params: { import_id: ids.buyer_import_id },
    body: { mapping: { phone: 0 } },
  }),
  'POST /api/v1/buyers/imports/{import_id}/apply': (ids) => ({
    names: true,
    params: { import_id: ids.buyer_import_id },
    body: { lawful: true },
  }),
  'DELETE /api/v1/buyers/imports/{import_id}': (ids) => ({
    names: true,
    params: { import_id: ids.buyer_import_id },
    last: true,
  }),
  'GET /api/v1/buyers/import-template': () => ({ names: false, query: { format: 'csv' } }),

  // Products
  'GET /api/v1/products': ofOrganization,
  'POST /api/v1/products': (ids) => ({ ...ofOrganization(ids), body: { name: 'Еспресо' } }),
  'GET /api/v1/products/categories': ofOrganization,
  'POST /api/v1/products/set-min-price': (ids) => ({
    names: true,
    body: { organization_id: ids.organization_id, percent: 50 },
  }),
  'POST /api/v1/products/update-link': (ids) => ({
    names: true,
    body: { product_id: ids.product_id, link: 'https://kava.example/latte' },
  }),
  'POST /api/v1/products/imports': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id, file_name: 'товари.csv' },
  }),
  'GET /api/v1/products/imports': ofOrganization,
  'GET /api/v1/products/imports/{import_id}': () => ({ names: true }),
  'PATCH /api/v1/products/imports/{import_id}': () => ({
    names: true,
    body: { mapping: { name: 0 } },
  }),
  'POST /api/v1/products/imports/{import_id}/apply': () => ({ names: true }),
  'DELETE /api/v1/products/imports/{import_id}': () => ({ names: true, last: true }),
  'GET /api/v1/products/import-template': () => ({ names: false, query: { format: 'csv' } }),
  'GET /api/v1/products/{id}': (ids) => ({ names: true, params: { id: ids.product_id } }),
  'PATCH /api/v1/products/{id}': (ids) => ({
    names: true,
    params: { id: ids.product_id },
    body: { name: 'Лате' },
  }),
  'DELETE /api/v1/products/{id}': (ids) => ({
    names: true,
    last: true,
    params: { id: ids.spare_product_id },
  }),

  // Receipts in the cabinet and reports
  'GET /api/v1/receipts/{id}': (ids) => ({
    ...ofOrganization(ids),
    params: { id: ids.receipt_id },
  }),
  'POST /api/v1/receipts/{id}/cancel/estimate': (ids) => ({
    ...ofOrganization(ids),
    params: { id: ids.owner_cancel_id },
  }),
  'POST /api/v1/receipts/{id}/cancel': (ids) => ({
    ...ofOrganization(ids),
    params: { id: ids.owner_cancel_id },
    body: { reason: 'Повернення товару' },
    last: true,
  }),
  'GET /api/v1/stats/options': ofOrganization,
  'PATCH /api/v1/stats/options': (ids) => ({
    ...ofOrganization(ids),
    body: { version: 0, csv_style: 'comma' },
  }),
  'POST /api/v1/stats/schedules': (ids) => ({
    ...ofOrganization(ids),
    body: {
      ...{ report: 'receipts', format: 'csv', every: 'day', hour: 9, enabled: true },
      emails: ['owner@verta.test'],
    },
    also: ['not_allowed'],
  }),
  'PATCH /api/v1/stats/schedules/{schedule_id}': (ids) => ({
    ...ofOrganization(ids),
    params: { schedule_id: ABSENT_ID },
    body: { enabled: false },
    also: ['not_found'],
  }),
  'DELETE /api/v1/stats/schedules/{schedule_id}': (ids) => ({
    ...ofOrganization(ids),
    params: { schedule_id: ABSENT_ID },
    also: ['not_found'],
  }),
  'GET /api/v1/stats/scheduled/{token}': () => ({
    names: false,
    params: { token: 'nothing' },
    also: ['not_found'],
  }),
  'GET /api/v1/webhooks': ofOrganization,
  'POST /api/v1/webhooks': (ids) => ({
    ...ofOrganization(ids),
    body: { url: 'https://example.com/hooks', events: ['receipt.completed'] },
  }),
  'PATCH /api/v1/webhooks/{webhook_id}': (ids) => ({ ...webhook(ids), body: { enabled: false } }),
  'DELETE /api/v1/webhooks/{webhook_id}': webhook,
  'POST /api/v1/webhooks/{webhook_id}/secret': webhook,
  'POST /api/v1/webhooks/{webhook_id}/test': webhook,
  'GET /api/v1/webhooks/{webhook_id}/deliveries': webhook,
  'POST /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay': (ids) => ({
    ...webhook(ids),
    params: { webhook_id: ABSENT_ID, delivery_id: ABSENT_ID },
  }),
  'GET /api/v1/audit': stats,
  'GET /api/v1/anomalies': ofOrganization,
  'GET /api/v1/anomalies/freeze/{cashier_id}': ofOrganization,
  'GET /api/v1/stats/program_report': ofOrganization,
  'GET /api/v1/stats/period': stats,
  'GET /api/v1/stats/contos': stats,
  'GET /api/v1/stats/transactions': stats,
  'GET /api/v1/stats/transactions_report': stats,
  'GET /api/v1/stats/dashboard_report': ofOrganization,
  'GET /api/v1/stats/receipt_report': ofOrganization,
  'GET /api/v1/stats/export': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id, report: 'receipts', format: 'csv' },
  }),

  // The till
  'POST /pos-api/v1/manager-auth': () => ({ names: false, body: { login: 'x' } }),
  'POST /pos-api/v1/manager-logout': () => ({ names: false, last: true }),
  'GET /pos-api/v1/manager': () => ({ names: false }),
  'POST /pos-api/v1/bonuses/get-all-pos': () => ({ names: false }),
  'POST /pos-api/v1/receipt': (ids) => ({
    names: true,
    query: { phone: ids.phone },
    body: { pos_id: ids.pos_id, total: 100 },
  }),
  'POST /pos-api/v1/bonuses/approve': (ids) => ({
    names: false,
    body: { receipt_id: ids.draft_id, login: 'nobody', password: '000000' },
    also: ['wrong_credentials'],
  }),
  'POST /pos-api/v1/bonuses/create': (ids) => ({
    names: true,
    query: { receipt_id: ids.draft_id, discount_amount: '0', phone: ids.phone },
    last: true,
  }),
  'POST /pos-api/v1/bonuses/get-receipts': (ids) => ({ names: true, body: { pos_id: ids.pos_id } }),
  'POST /pos-api/v1/bonuses/get-receipt-products': (ids) => ({
    names: true,
    body: { receipt_id: ids.receipt_id },
  }),
  'GET /pos-api/v1/receipts/{id}': (ids) => ({ names: true, params: { id: ids.receipt_id } }),
  'GET /api/v1/card-picture': (ids) => ({
    names: true,
    query: { organization_id: ids.organization_id },
  }),
  'POST /api/v1/tg/card': (ids) => ({ names: false, query: { client: ids.pos_id } }),
  'POST /api/v1/tg/birthday': (ids) => ({
    ...{ names: false, query: { client: ids.pos_id }, body: { birthday: '1990-05-14' } },
  }),
  'GET /pos-api/v1/join-link': (ids) => ({ names: true, query: { pos_id: ids.pos_id } }),
  'POST /pos-api/v1/receipts/{id}/link-code': (ids) => ({
    names: true,
    params: { id: ids.receipt_id },
    also: ['not_allowed'],
  }),
  'GET /pos-api/v1/receipts/{id}/confirmation': (ids) => ({
    names: true,
    params: { id: ids.receipt_id },
    also: ['receipt_not_found'],
  }),
  'GET /pos-api/v1/receipts/{id}/events': (ids) => ({
    names: true,
    params: { id: ids.receipt_id },
    also: ['receipt_not_found'],
  }),
  'DELETE /pos-api/v1/receipts/{id}/confirmation': (ids) => ({
    names: true,
    params: { id: ids.receipt_id },
    also: ['receipt_not_found'],
  }),
  'POST /pos-api/v1/bonuses/cancel/estimate': (ids) => ({
    names: true,
    query: { receipt_id: ids.cashier_cancel_id },
  }),
  'POST /pos-api/v1/bonuses/cancel': (ids) => ({
    names: true,
    query: { receipt_id: ids.cashier_cancel_id },
    body: { reason: 'Повернення товару' },
    last: true,
  }),
  'POST /pos-api/v1/bonuses/add-bonuses-for-cancel': (ids) => ({
    names: true,
    query: {
      phone: ids.phone,
      amount: '1',
      reason: 'Зіпсований товар',
      receipt_id: ids.receipt_id,
    },
    // The right is off until the owner gives it.
    also: ['not_allowed'],
  }),
  'GET /pos-api/v1/products': () => ({ names: false, query: { q: 'Кава' } }),
  'GET /pos-api/v1/shift': () => ({ names: false, query: { from: '2026-11-21T00:00:00Z' } }),
}

function receiptImport(ids: Ids): Sample {
  return { names: true, params: { import_id: ids.receipt_import_id } }
}

function webhook(ids: Ids): Sample {
  return { ...ofOrganization(ids), params: { webhook_id: ABSENT_ID }, also: ['not_found'] }
}

function ofOrganization(ids: Ids): Sample {
  return { names: true, query: { organization_id: ids.organization_id } }
}

function adjustment(ids: Ids): Sample {
  return {
    names: true,
    body: {
      organization_id: ids.organization_id,
      buyer_id: ids.buyer_id,
      amount: 1,
      reason: 'gift',
      idempotency_key: 'one-of-the-matrix',
    },
  }
}

function settings(group: string): Record<string, (ids: Ids) => Sample> {
  return {
    [`GET /api/v1/settings/${group}`]: ofOrganization,
    [`PATCH /api/v1/settings/${group}`]: (ids) => ({
      ...ofOrganization(ids),
      body: { version: 1 },
    }),
  }
}
