import type { Minor } from '#contract/money.ts'
import type { Tx } from '#server/io/db.ts'
import { dayNumber, dayOf, startOfDay } from './calendar-rules.ts'
import { beginChange, endChange } from './change-rules.ts'
import { commitInside, type Operation } from './commit-operations.ts'
import { addTurnover, rollingFrom, settleLevel, type Ladder } from './level-rules.ts'
import { MovedMeanwhile } from './open-balances.ts'
import { readAccounts } from './read-account.ts'
import { roundsOf } from './rounds-rules.ts'
import { isExpired } from './rules.ts'
import { holdOpenings, insertOpenings, lowerOpening } from './store.ts'

type Shop = { organization_id: string; program: Ladder }

/**
 * Makes accounts ready for receipts of the past. The turnover that buyers brought along gives way to
 * them: it is lowered by what they are worth, down to nothing, so that nobody's past counts twice;
 * who had brought none cannot bring one later. And what is due expires today, not on a day of the
 * past. A part of the transaction that brings the receipts in, before them. Throws `MovedMeanwhile`.
 */
export async function coverOpening(
  tx: Tx,
  shop: Shop,
  paid: ReadonlyMap<string, Minor>,
  now: Date,
): Promise<void> {
  const { organization_id, program } = shop
  const buyers = [...paid.keys()]
  const day = dayOf(now.getTime(), program.timezone).text
  const opened = await holdOpenings(tx, organization_id, buyers)
  const had = new Set(opened.map(({ living }) => living))
  const nothing = buyers
    .filter((id) => !had.has(id))
    .map((buyer_id) => ({ buyer_id, day, turnover: 0 }))
  await insertOpenings(tx, organization_id, nothing, now)
  await expireToday(tx, shop, buyers, day, now)
  const left = new Map(paid)
  // Two cards of one buyer may each have brought one along.
  const covers = opened.flatMap(({ buyer_id, living, day: of, turnover }) => {
    const covered = Math.min(turnover, left.get(living) ?? 0)
    left.set(living, (left.get(living) ?? 0) - covered)
    return covered === 0 ? [] : [{ buyer_id, living, of, covered }]
  })
  for (const round of roundsOf(covers, ({ living }) => living)) {
    const accounts = await read(
      tx,
      shop,
      round.map(({ living }) => living),
      now,
    )
    const operations = round.map(({ living, of, covered }): Operation => {
      const draft = beginChange(accountIn(accounts, living), now.getTime())
      addTurnover(draft, program, -covered, startOfDay(dayNumber(of), program.timezone))
      settleLevel(draft, program)
      const account_day = { day: of, turnover: -covered, receipts: 0 }
      return { organization_id, now, day, pos_id: null, change: endChange(draft), account_day }
    })
    await commitAll(tx, operations)
    for (const { buyer_id, covered } of round) {
      await lowerOpening(tx, { organization_id, buyer_id }, covered)
    }
  }
}

async function expireToday(tx: Tx, shop: Shop, buyers: string[], day: string, now: Date) {
  const { organization_id } = shop
  const due = [...(await read(tx, shop, buyers, now)).values()].filter(
    ({ lots: [head] }) => head !== undefined && isExpired(head, now.getTime()),
  )
  const operations = due.map((account): Operation => {
    const change = endChange(beginChange(account, now.getTime()))
    return { organization_id, now, day, pos_id: null, change }
  })
  await commitAll(tx, operations)
}

function read(tx: Tx, { organization_id, program }: Shop, buyers: string[], now: Date) {
  const since = program.level_base === 'rolling_days' ? rollingFrom(program, now.getTime()) : null
  return readAccounts(tx, organization_id, buyers, since)
}

function accountIn<T>(accounts: ReadonlyMap<string, T>, buyer_id: string): T {
  const account = accounts.get(buyer_id)
  if (!account) throw new Error(`coverOpening: ${buyer_id} has no account`)
  return account
}

async function commitAll(tx: Tx, operations: Operation[]): Promise<void> {
  if (operations.length === 0) return
  const statuses = await commitInside(tx, operations)
  if (statuses.some((status) => status !== 'committed')) {
    throw new MovedMeanwhile('an account moved meanwhile')
  }
}
