/** What an answer from 0 to 10 comes to. Source: decision 0059. */

/** How many of the last days the score is taken from. */
export const NPS_DAYS = 90

/** Who recommends is at 5 stars, who does not at 3 or fewer; in between at 4. */
export function starsOfScore(score: number): number {
  if (score >= 9) return 5
  if (score >= 7) return 4
  return Math.max(1, Math.ceil(score / 2))
}

export type Answers = { promoters: number; passives: number; detractors: number }

/** Percent of promoters less percent of detractors, from −100 to 100; null: nobody has answered. */
export function npsOf({ promoters, passives, detractors }: Answers): number | null {
  const all = promoters + passives + detractors
  return all === 0 ? null : Math.round(((promoters - detractors) * 100) / all)
}
