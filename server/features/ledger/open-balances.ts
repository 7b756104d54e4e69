import type { Minor } from '#contract/money.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { dayOf, dayNumber, startOfDay } from './calendar-rules.ts'
import { beginChange, endChange } from './change-rules.ts'
import { commitInside, type Operation } from './commit-operations.ts'
import { addTurnover, rollingFrom, settleLevel, type Ladder } from './level-rules.ts'
import { expiryOf, type ExpirySettings } from './lifetime-rules.ts'
import { grant } from './movement-rules.ts'
import { readAccounts } from './read-account.ts'
import type { Account } from './rules.ts'
import { insertOpenings, insertWithheld, selectOpened } from './store.ts'

/** What a buyer brings along from another program. Amounts are minor units; 0: nothing. */
export type Opening = {
  buyer_id: string
  balance: Minor
  /** The last local day of the balance; undefined: as the program's bonuses live. */
  balance_until?: string | undefined
  turnover: Minor
}

/** Of every opening balance: the ledger takes a source once for a buyer, so nobody gets two. */
const SOURCE = 'opening'

/** Somebody's account moved meanwhile: the transaction is to be ended and begun again. */
export class MovedMeanwhile extends Error {}

/**
 * Brings balances and turnovers in, as a part of the transaction that brings the buyers in: each
 * buyer's once for ever (`readOpened` tells who had them). A debt is repaid first. The turnover
 * counts on the day it is brought in. Throws `MovedMeanwhile`.
 */
export async function openBalances(
  tx: Tx,
  shop: { organization_id: string; program: Ladder & ExpirySettings; actor: string },
  openings: readonly Opening[],
  now: Date,
): Promise<void> {
  const { organization_id, program } = shop
  const asked = openings.filter(({ balance, turnover }) => balance > 0 || turnover > 0)
  if (asked.length === 0) return
  const since = program.level_base === 'rolling_days' ? rollingFrom(program, now.getTime()) : null
  const ids = asked.map(({ buyer_id }) => buyer_id)
  const accounts = await readAccounts(tx, organization_id, ids, since)
  const day = dayOf(now.getTime(), program.timezone).text
  const operations = asked.map((opening): Operation => {
    const account = accounts.get(opening.buyer_id)
    if (!account) throw new Error(`openBalances: ${opening.buyer_id} has no account`)
    return {
      ...{ organization_id, now, day, pos_id: null },
      change: decide(account, opening, shop, now),
      ...(opening.turnover > 0 && {
        account_day: { day, turnover: opening.turnover, receipts: 0 },
      }),
    }
  })
  const statuses = await commitInside(tx, operations)
  if (statuses.includes('stale')) throw new MovedMeanwhile('an account moved meanwhile')
  const odd = statuses.find((status) => status !== 'committed')
  if (odd) throw new Error(`openBalances: ${odd} cannot be`)
  const spent = asked.filter(({ turnover }) => turnover > 0)
  const rows = spent.map(({ buyer_id, turnover }) => ({ buyer_id, day, turnover }))
  await insertOpenings(tx, organization_id, rows, now)
}

function decide(
  account: Account,
  { balance, balance_until, turnover }: Opening,
  { program, actor }: { program: Ladder & ExpirySettings; actor: string },
  now: Date,
) {
  const draft = beginChange(account, now.getTime())
  if (balance > 0) {
    const expires_at =
      balance_until === undefined
        ? expiryOf(program, 'import', draft.now)
        : startOfDay(dayNumber(balance_until) + 1, program.timezone)
    grant(draft, { kind: 'import', amount: balance, source: SOURCE, actor, expires_at })
  }
  if (turnover > 0) {
    addTurnover(draft, program, turnover, draft.now)
    settleLevel(draft, program)
  }
  return endChange(draft)
}

/** Who of these buyers has had an opening balance, and who an opening turnover. */
export async function readOpened(
  tx: Db | Tx,
  organization_id: string,
  buyer_ids: readonly string[],
): Promise<Map<string, { balance: boolean; turnover: boolean }>> {
  const rows = await selectOpened(tx, organization_id, buyer_ids, SOURCE)
  return new Map(rows.map((row) => [row.buyer_id, row]))
}

/**
 * Lets these people never get these gifts: they are marked as given. `who` is the HMAC of the
 * phone. Nothing that was given is touched.
 */
export async function withholdGifts(
  tx: Tx,
  organization_id: string,
  people: readonly { buyer_id: string; who: string }[],
  gifts: readonly string[],
  now: Date,
): Promise<void> {
  const rows = people.flatMap((person) => gifts.map((gift) => ({ ...person, gift })))
  if (rows.length > 0) await insertWithheld(tx, organization_id, rows, 'withheld', now)
}
