/**
 * How long a newcomer tries the product for nothing: the tariffs tell it. Free of zod, so that the
 * browser may import it.
 */

/** Lengths a tariff may promise: each is named by the same form of «days» in every language. */
export const trialLengths = [7, 14, 30, 60, 90] as const
export type TrialLength = (typeof trialLengths)[number]

/** What the tariffs of a new installation promise; also said while the true figure is not known. */
export const TRIAL_DAYS = 14

/** The trial of an installation: what the most generous of its tariffs on sale promises. */
export const trialDaysOf = (tariffs: readonly { trial_days: number }[]): number =>
  tariffs.length === 0 ? TRIAL_DAYS : Math.max(...tariffs.map(({ trial_days }) => trial_days))
