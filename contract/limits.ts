/**
 * Figures that pages and server both hold to. Free of zod, so that the browser may import them.
 */

/** Digits of a cashier's PIN. */
export const PIN_DIGITS = 6

export const ORGANIZATION_NAME_MIN = 2
export const ORGANIZATION_NAME_MAX = 80
export const CITY_NAME_MAX = 80
export const FEEDBACK_NAME_MAX = 80
export const FEEDBACK_NOTE_MAX = 500
export const PROMOTION_NAME_MIN = 3
export const PROMOTION_NAME_MAX = 60
export const PROMOTION_DESCRIPTION_MAX = 300
/** Receipts or units on one stamp card. */
export const STAMP_GOAL_MIN = 2
export const STAMP_GOAL_MAX = 50

/** The largest picture that may be sent, in bytes. */
export const IMAGE_BYTES_MAX = 2 * 1024 * 1024

/** The seed asks for all cities in one page. */
export const CITIES_LIMIT_MAX = 10_000

/** The seed's rule for a call-back: longer than 12 characters and contains +380. */
export const isCallbackPhone = (phone: string): boolean =>
  phone.length > 12 && phone.includes('+380')

/** A file of products: its bytes and its rows under the headings. */
export const IMPORT_BYTES_MAX = 20 * 1024 * 1024
export const IMPORT_ROWS_MAX = 50_000
/** A file of buyers: its rows under the headings. */
export const BUYER_ROWS_MAX = 100_000

/** What a bonus is called until the owner names it. */
export const BONUS_NAME = 'бонус'

/** Calendar days of the shop's own past that settings are tried on; today is the last of them. */
export const REPLAY_DAYS = 90
/** A file of receipts to try settings on: its bytes and its rows under the headings. */
export const REPLAY_BYTES_MAX = 20 * 1024 * 1024
export const REPLAY_ROWS_MAX = 200_000

export const SEGMENT_NAME_MAX = 60
/** Messages are kept this long at least (`KEEP_MESSAGES_DAYS`), so the answer is whole. */
export const NOT_CONTACTED_DAYS_MAX = 30
/** Values that one condition of a segment may name, groups of conditions, segments of a shop. */
export const SEGMENT_CODES_MAX = 50
export const SEGMENT_GROUPS_MAX = 8
export const SEGMENTS_MAX = 200

/** Reports that leave by e-mail: how many a shop may have, and receivers of each. */
export const SCHEDULES_MAX = 10
export const REPORT_PRESETS_MAX = 20
export const SCHEDULE_EMAILS_MAX = 5
/** Buyers chosen one by one for one act. */
export const BULK_CHOSEN_MAX = 1000

/** A title, a text under a picture and alone, a button of a post; Telegram's own limits. */
export const POST_TITLE_MAX = 60
export const POST_TEXT_MAX = 4096
export const POST_CAPTION_MAX = 1024
export const POST_BUTTON_MAX = 30
export const POSTS_MAX = 1000

/** Addresses that a shop's events are sent to, and the length of one. */
export const WEBHOOKS_MAX = 5
export const WEBHOOK_URL_MAX = 500

/**
 * Sales that a till keeps without a line: how many, how old they may be when the server takes them,
 * and from what age on the till warns.
 */
export const OFFLINE_SALES_MAX = 500
export const OFFLINE_HOURS_MAX = 72
export const OFFLINE_WARN_HOURS = 24

/** How often a till or a program may look a buyer up; the second is of phones that nobody has. */
export const LOOKUP_WINDOW_SECONDS = 3600
export const LOOKUPS_PER_WINDOW = 300
export const MISSES_PER_WINDOW = { cashier: 100, senior: 100, integration: 2000 } as const

/** For how long at least a call of the POS API is answered after it was told to go. */
export const DEPRECATION_DAYS_MIN = 365
