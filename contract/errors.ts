/**
 * The closed list of refusal codes and the HTTP status each answers with.
 *
 * A refusal is an expected "no": its code is stable, its sentence is in the catalogues of
 * `contract/text/`. Adding a code here makes the compiler ask for its sentences.
 * Source: spec/api.md "Conventions", "POS API".
 */
export const refusalStatus = {
  // Identity and session
  not_signed_in: 401,
  wrong_credentials: 401,
  locked: 429,
  email_taken: 409,
  password_wrong: 422,
  link_expired: 410,
  provider_not_configured: 503,
  provider_refused: 502,
  not_allowed: 403,
  verification_required: 403,
  second_factor_required: 403,
  second_factor_off: 403,
  code_wrong: 422,
  sign_in_expired: 410,
  // Conventions
  not_found: 404,
  validation_failed: 422,
  malformed: 400,
  version_conflict: 409,
  stale_version: 409,
  idempotency_conflict: 409,
  rate_limited: 429,
  unsupported_media: 415,
  too_large: 413,
  storage_full: 409,
  busy: 503,
  in_use: 409,
  name_taken: 409,
  // Promotions
  promotion_state: 409,
  // Posts
  post_state: 409,
  // Segments
  segment_too_heavy: 422,
  // Licenses and points of sale
  license_required: 402,
  tariff_limit: 402,
  email_unconfirmed: 403,
  payment_state: 409,
  license_already_assigned: 409,
  pos_inactive: 403,
  // Messengers
  token_refused: 422,
  bot_taken: 409,
  messenger_unavailable: 503,
  no_messenger: 409,
  message_fixed: 409,
  // The till
  buyer_not_found: 404,
  buyer_blocked: 403,
  code_expired: 410,
  code_used: 409,
  spend_not_permitted: 403,
  confirmation_required: 403,
  confirmation_declined: 409,
  insufficient_bonuses: 422,
  spend_limit_exceeded: 422,
  min_price_violated: 422,
  amounts_disagree: 422,
  receipt_not_found: 404,
  receipt_expired: 410,
  receipt_already_completed: 409,
  duplicate_number: 409,
  already_cancelled: 409,
  cancel_window_closed: 403,
} as const

export type RefusalCode = keyof typeof refusalStatus

/** One field of a request that was refused: where it is, and why. */
export type FieldProblem = { path: string; code: string; message: string }

/** The body of every answer that is not a success (RFC 9457, `application/problem+json`). */
export type Problem = {
  type: string
  title: string
  status: number
  code: RefusalCode | 'internal'
  detail: string
  fields?: FieldProblem[]
  /** What the caller needs to go on, for example the new figures of a `version_conflict`. */
  data?: unknown
  request_id: string
}
