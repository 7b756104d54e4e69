/** The job that mails owners about their licenses, and what it is given. */
export const LICENSE_LETTER = 'licensing.mail'

export const letterKinds = [
  'license_ends',
  'license_renews',
  'charge_failed',
  'renewal_stopped',
  'payment_received',
  'payment_refunded',
] as const
export type LetterKind = (typeof letterKinds)[number]
