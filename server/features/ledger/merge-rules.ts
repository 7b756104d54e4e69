/**
 * Two accounts of one person become one: bonuses with their dates, debts, turnover, visits, the
 * level and what promotions remember. Touches nothing; the store commits both changes or none.
 *
 * Invariants: what both held together, the one holds, less what met a debt; the other is left with
 * nothing, and nothing of it can be taken twice, because its version moves in the same commit.
 * Source: spec/engine.md "Merge, forget"; decision 0041.
 */
import { beginChange, endChange } from './change-rules.ts'
import { settleLevel, type Ladder } from './level-rules.ts'
import { transferIn, transferOut } from './transfer-rules.ts'
import type { Account, CardState, Change, Moment, PromotionState, Stamp } from './rules.ts'

/** The source of the entries of a merge: an account is emptied by it once. */
export const mergeSource = (gone_id: string): string => `merge:${gone_id}`

/** Decides the merge of `gone` into `keep`. The accounts are of one organization. */
export function mergeAccounts(
  keep: Account,
  gone: Account,
  ladder: Ladder,
  actor: string,
  now: Moment,
): { keep: Change; gone: Change } {
  const out = beginChange(gone, now)
  const into = beginChange(keep, now)
  const cause = { source: mergeSource(gone.buyer_id), actor }
  transferIn(into, transferOut(out, cause), cause)
  const year = Math.max(keep.year, gone.year)
  const [of_keep, of_gone] = [yearsAt(keep, year), yearsAt(gone, year)]
  Object.assign(into.account, {
    turnover: keep.turnover + gone.turnover,
    year,
    year_turnover: of_keep.year + of_gone.year,
    last_year_turnover: of_keep.last + of_gone.last,
    rolling_turnover: keep.rolling_turnover + gone.rolling_turnover,
    receipts: keep.receipts + gone.receipts,
    last_receipt_at: latest(keep.last_receipt_at, gone.last_receipt_at),
    promotions: mergePromotions(keep.promotions, gone.promotions),
    ...higherLevel(keep, gone, ladder),
    ...pinOf(keep, gone, now),
  } satisfies Partial<Account>)
  settleLevel(into, ladder)
  Object.assign(out.account, {
    ...{ turnover: 0, year_turnover: 0, last_year_turnover: 0, rolling_turnover: 0 },
    ...{ receipts: 0, promotions: [], pinned_level: null, pinned_until: null },
  } satisfies Partial<Account>)
  return { keep: endChange(into), gone: endChange(out) }
}

/** The turnovers of a year and of the one before, as they count in `year`. */
function yearsAt(account: Account, year: number): { year: number; last: number } {
  if (account.year === year) {
    return { year: account.year_turnover, last: account.last_year_turnover }
  }
  return { year: 0, last: account.year === year - 1 ? account.year_turnover : 0 }
}

const latest = (a: Moment | null, b: Moment | null): Moment | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)

/** Nobody falls a level by a merge: the higher of the two, with its own term. */
function higherLevel(
  keep: Account,
  gone: Account,
  { levels }: Ladder,
): Pick<Account, 'level' | 'level_until'> {
  const rank = ({ level }: Account) => levels.findIndex(({ number }) => number === level)
  const { level, level_until } = rank(gone) > rank(keep) ? gone : keep
  return { level, level_until }
}

/** A level set by hand goes along unless the card that stays has one. */
function pinOf(
  keep: Account,
  gone: Account,
  now: Moment,
): Pick<Account, 'pinned_level' | 'pinned_until'> {
  const holds = ({ pinned_level, pinned_until }: Account) =>
    pinned_level !== null && (pinned_until === null || now < pinned_until)
  const { pinned_level, pinned_until } = !holds(keep) && holds(gone) ? gone : keep
  return { pinned_level, pinned_until }
}

/** What promotions remember of both: a limit for one buyer counts the uses of both. */
function mergePromotions(
  keep: readonly PromotionState[],
  gone: readonly PromotionState[],
): PromotionState[] {
  const merged = new Map(keep.map((state) => [state.promotion_id, state]))
  for (const state of gone) {
    const own = merged.get(state.promotion_id)
    merged.set(state.promotion_id, own ? mergeStates(own, state) : state)
  }
  return [...merged.values()]
}

function mergeStates(a: PromotionState, b: PromotionState): PromotionState {
  const counts = new Map(b.uses.map(({ period, count }) => [period, count]))
  for (const { period, count } of a.uses) counts.set(period, (counts.get(period) ?? 0) + count)
  return {
    promotion_id: a.promotion_id,
    uses: [...counts].map(([period, count]) => ({ period, count })),
    card: a.card && b.card ? mergeCards(a.card, b.card) : (a.card ?? b.card),
  }
}

function mergeCards(a: CardState, b: CardState): CardState {
  return {
    stamps: mergeStamps(a.stamps, b.stamps),
    owed: a.owed + b.owed,
    filled: a.filled + b.filled,
    last_day: latest(a.last_day, b.last_day),
    gifts: [...a.gifts, ...b.gifts].toSorted((x, y) => x.earned_at - y.earned_at),
  }
}

function mergeStamps(a: readonly Stamp[], b: readonly Stamp[]): Stamp[] {
  const days = new Map<number, number>()
  for (const { day, count } of [...a, ...b]) days.set(day, (days.get(day) ?? 0) + count)
  return [...days].map(([day, count]) => ({ day, count })).toSorted((x, y) => x.day - y.day)
}
