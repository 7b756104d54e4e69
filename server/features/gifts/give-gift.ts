import { findBuyer, type FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { phoneHash } from '#server/features/buyers/phone-hash.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit, type Decided } from '#server/features/ledger/decide-and-commit.ts'
import { balanceChanged } from '#server/features/ledger/events.ts'
import { grant } from '#server/features/ledger/movement-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { ProgramOwner } from '#server/features/program/load-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { givesBonuses } from './rules.ts'

/** A gift that hangs on no receipt of its buyer. */
export type Gift = {
  kind: 'welcome' | 'birthday' | 'referral' | 'promotion'
  /** What is given once per phone; see `granted_once`. */
  gift: string
  /** Whose phone it is given once for; undefined: the buyer's own. */
  who?: { who: string; also: string[] }
  /** Of the entry: the same gift has the same one. */
  source: string
  amount: number
  /** Whoever gives it tells the buyer of it. */
  quiet?: boolean
  expires_at(now: Moment): Moment | null
  /** Asked anew before each attempt, so that what it counts cannot change unseen. */
  allowed?(buyer_id: string): Promise<boolean>
}

/** Thrown out of a decision: there is nothing to give. */
class NotGiven extends Error {}

/**
 * Gives one gift, once for ever per phone, in one commit; repeating it gives nothing more.
 * Only to an active buyer. Answers whether it was given now.
 */
export async function giveGift(
  io: Io,
  { organization, program }: { organization: ProgramOwner; program: Program },
  buyer_id: string,
  gift: Gift,
): Promise<boolean> {
  if (gift.amount === 0 || !givesBonuses(program)) return false
  const find = () => findBuyer(io, organization.id, { id: buyer_id }, program)
  const first = await find()
  if (!first) return false
  // A merged buyer's gift goes to the one it was merged into.
  const key = { organization_id: organization.id, buyer_id: first.buyer.id }
  try {
    const settled = await decideAndCommit(io, key, {
      async read() {
        const found = await find()
        if (!found || found.buyer.status !== 'active' || found.buyer.phone === null) {
          throw new NotGiven()
        }
        if (gift.allowed && !(await gift.allowed(found.buyer.id))) throw new NotGiven()
        return found
      },
      decide: (found) => decide(io, program, gift, found),
    })
    return settled.status === 'committed'
  } catch (error) {
    if (error instanceof NotGiven) return false
    throw error
  }
}

function decide(
  io: Io,
  program: Program,
  gift: Gift,
  { buyer, account }: FoundBuyer,
): Decided<null> {
  const now = io.clock.now()
  const draft = beginChange(account, now.getTime())
  const expires_at = gift.expires_at(draft.now)
  const { kind, amount, source } = gift
  grant(draft, { kind, amount, source, actor: 'system', expires_at })
  const change = endChange(draft)
  const { organization_id, buyer_id } = account
  const who = gift.who ?? phoneHash(io, organization_id, buyer.phone ?? '')
  const from_number = account.entries + 1
  const to_number = change.account.entries
  return {
    operation: {
      organization_id,
      change,
      now,
      day: dayOf(now.getTime(), program.timezone).text,
      pos_id: null,
      once: [{ gift: gift.gift, ...who, source }],
      announcements: [
        balanceChanged({ organization_id, buyer_id, from_number, to_number, notify: !gift.quiet }),
      ],
    },
    result: null,
  }
}
