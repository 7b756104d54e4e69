/**
 * Who gets a gift that hangs on no receipt. What a receipt gives is `receipts/gift-rules.ts`.
 * Source: spec/engine.md "Program"; design/screens.md §5.6; decision 0009.
 */
import type { Program } from '#server/features/program/rules.ts'

/** A profile that earns its gift: a name, a birthday and a city. */
export function isComplete(profile: {
  first_name: string | null
  birthday: string | null
  city: string | null
}): boolean {
  return [profile.first_name, profile.birthday, profile.city].every(
    (field) => field !== null && field !== '',
  )
}

/** A program of discounts alone has no bonuses to give. */
export const givesBonuses = (program: Pick<Program, 'mode'>): boolean => program.mode !== 'discount'

/** Whether one more friend of this buyer is rewarded. */
export function mayReward(
  referral: Pick<Program['referral'], 'monthly_cap' | 'max_friends'>,
  rewarded: { this_month: number; ever: number },
): boolean {
  return rewarded.this_month < referral.monthly_cap && rewarded.ever < referral.max_friends
}

/** The source of the inviter's entry: the friend's receipt. */
export const rewardSource = (receipt_id: string): string => `inviter:${receipt_id}`
