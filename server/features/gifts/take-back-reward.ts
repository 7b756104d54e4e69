import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit, type Decided } from '#server/features/ledger/decide-and-commit.ts'
import { balanceChanged } from '#server/features/ledger/events.ts'
import { findMovedLots } from '#server/features/ledger/find-moved-lots.ts'
import { takeBack } from '#server/features/ledger/movement-rules.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { rewardSource } from './rules.ts'
import { selectReward, type Reward } from './store.ts'

/** Thrown out of a decision: the reward was taken back before. */
class Gone extends Error {}

/**
 * Takes the inviter's side back when the friend's purchase was: from its own lot first, then as any
 * taken earning, by the program's return policy. The friend may bring it again. Safe to run twice:
 * the reward's row goes in the same commit.
 */
export async function takeBackReward(
  io: Io,
  { organization_id, receipt_id }: { organization_id: string; receipt_id: string },
): Promise<void> {
  const shop = await loadProgramOf(io, organization_id)
  const source = rewardSource(receipt_id)
  const reward = shop && (await selectReward(io.db, organization_id, source))
  if (!reward) return
  const found = await findBuyer(io, organization_id, { id: reward.buyer_id }, shop.program)
  if (!found) return
  const key = { organization_id, buyer_id: found.buyer.id }
  try {
    await decideAndCommit(io, key, {
      async read() {
        const present = await selectReward(io.db, organization_id, source)
        const inviter = await findBuyer(io, organization_id, { id: key.buyer_id }, shop.program)
        if (!present || !inviter) throw new Gone()
        return { account: inviter.account, own_lots: await lotsOf(io, inviter.account, present) }
      },
      decide: ({ account, own_lots }) =>
        decide(io, shop.program, account, { ...reward, own_lots }, source),
    })
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

/** The reward's lot as the account knows it: it may have come there by a merge. */
async function lotsOf(io: Io, account: Account, reward: Reward): Promise<number[]> {
  const { organization_id, buyer_id } = account
  if (buyer_id === reward.buyer_id) return [reward.number]
  const pair = { gone_id: reward.buyer_id, keep_id: buyer_id }
  return [...(await findMovedLots(io, organization_id, pair, [reward.number])).values()]
}

function decide(
  io: Io,
  program: Program,
  account: Account,
  reward: Reward & { own_lots: number[] },
  source: string,
): Decided<null> {
  const now = io.clock.now()
  const draft = beginChange(account, now.getTime())
  takeBack(draft, {
    ...{ source, actor: 'system', amount: reward.size },
    own_lots: reward.own_lots,
    debt_again: reward.repaid_debt,
    policy: program.return_policy,
  })
  const change = endChange(draft)
  const { organization_id, buyer_id } = account
  const from_number = account.entries + 1
  const to_number = change.account.entries
  return {
    operation: {
      organization_id,
      change,
      now,
      day: dayOf(now.getTime(), program.timezone).text,
      pos_id: null,
      release: [{ gift: 'inviter', who: reward.who }],
      announcements: [
        balanceChanged({ organization_id, buyer_id, from_number, to_number, notify: false }),
      ],
    },
    result: null,
  }
}
