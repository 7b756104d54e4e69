import { hash } from 'node:crypto'
import { commitInside, type Operation } from '#server/features/ledger/commit-operations.ts'
import { coverOpening } from '#server/features/ledger/cover-opening.ts'
import { roundsOf } from '#server/features/ledger/rounds-rules.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { MovedMeanwhile } from '#server/features/ledger/open-balances.ts'
import { readAccounts } from '#server/features/ledger/read-account.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Tx } from '#server/io/db.ts'
import { writeFrozen, type FrozenReceipt } from './freeze-receipt.ts'
import { paidOf } from './line-rules.ts'
import type { Sale } from './rules.ts'
import { settleReceipt } from './settle-receipt-rules.ts'
import { viewBuyer, type BuyerNames } from './view-buyer.ts'

/** A sale that another program made. */
export type PastSale = {
  /** The same for the same sale, whenever it is brought in. */
  id: string
  number: string | null
  pos: { id: string; name: string }
  /** null: nobody showed a card. */
  buyer: BuyerNames | null
  sale: Sale
  at: Date
}

export type PastShop = { organization_id: string; program: Program; actor: string }

/** The receipt's content in short: another sale under its id would differ. */
export const hashOfPast = ({ number, pos, buyer, sale, at }: PastSale): string =>
  hash('sha256', JSON.stringify([number, pos.id, buyer?.id ?? null, sale, at.getTime()]), 'hex')

/**
 * Brings sales of the past in, as a part of a transaction: history, visits and turnover on their own
 * days; no bonuses, no gifts, no promotions, nobody is told. What buyers brought along as turnover
 * gives way to them. All of them are new: whoever calls has looked. Throws `MovedMeanwhile`.
 */
export async function bringReceiptsIn(
  tx: Tx,
  shop: PastShop,
  sales: readonly PastSale[],
  now: Date,
): Promise<void> {
  const { organization_id } = shop
  const program = withoutRewards(shop.program)
  const since = program.level_base === 'rolling_days' ? rollingFrom(program, now.getTime()) : null
  const paid = new Map<string, number>()
  for (const { buyer, sale } of sales) {
    if (buyer) paid.set(buyer.id, (paid.get(buyer.id) ?? 0) + paidOf(sale))
  }
  await coverOpening(tx, { organization_id, program: shop.program }, paid, now)
  for (const round of roundsOf(sales, ({ buyer }) => buyer?.id ?? null)) {
    const ids = round.flatMap(({ buyer }) => (buyer ? [buyer.id] : []))
    const accounts = await readAccounts(tx, organization_id, ids, since)
    const operations = round.map((past) => {
      const account = past.buyer ? accounts.get(past.buyer.id) : null
      if (account === undefined) throw new Error('bringReceiptsIn: a buyer without an account')
      return operationOf({ ...shop, program }, past, account, now)
    })
    const statuses = await commitInside(tx, operations)
    const odd = statuses.find((status) => status !== 'committed')
    if (odd) throw new MovedMeanwhile(`a receipt of the past was ${odd}`)
  }
}

/** The program as it would be if it gave nothing: levels stay, to be reached. */
const withoutRewards = (program: Program): Program => ({
  ...program,
  mode: 'bonus',
  levels: program.levels.map((level) => ({
    ...level,
    cashback_percent: 0,
    discount_percent: 0,
  })),
  expiry_mode: 'never',
})

function operationOf(
  { organization_id, program, actor }: PastShop,
  past: PastSale,
  account: Account | null,
  now: Date,
): Operation {
  const decision = settleReceipt({
    receipt_id: past.id,
    program,
    sale: past.sale,
    account,
    spend: 0,
    confirmation_limit: null,
    license: 'active',
    promotions: [],
    exhausted: [],
    pos_id: past.pos.id,
    gifts: [],
    segment_ids: [],
    occurred_at: past.at.getTime(),
    now: now.getTime(),
    actor,
  })
  const { receipt: settled, change } = decision
  const { totals, balance_after, day } = settled
  const frozen: FrozenReceipt = {
    settled,
    number: past.number,
    pos: past.pos,
    cashier: { id: null, name: '' },
    buyer:
      past.buyer && change
        ? viewBuyer(past.buyer, change.account, { program, promotions: [] }, now.getTime(), false)
        : null,
    ...{ unknown_phone: false, can_register: false, limits: [] },
    confirmation: { required: false, mode: program.spend_confirmation },
    footer: program.receipt_footer,
    timezone: program.timezone,
    version: account?.version ?? 0,
  }
  return {
    ...{ organization_id, change, now, day, pos_id: past.pos.id },
    receipt: {
      ...{ id: past.id, cashier_id: null, number: past.number, request_hash: hashOfPast(past) },
      program_version: settled.program_version,
      ...{ gross: totals.gross, till_discount: totals.till_discount, to_pay: totals.to_pay },
      ...{ promotion_discount: 0, level_discount: 0, bonuses_spent: 0, accrual: 0 },
      balance_after: balance_after?.available ?? null,
      pending_after: balance_after?.pending ?? null,
      debt_after: balance_after?.debt ?? null,
      ...{ registered: false, offline: false },
      content: writeFrozen(frozen),
      occurred_at: past.at,
    },
    ...(change && { account_day: { day, turnover: totals.to_pay, receipts: 1 } }),
  }
}
