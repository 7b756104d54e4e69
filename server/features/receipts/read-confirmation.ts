import type { ConfirmationState } from '#contract/receipt.ts'
import type { Minor } from '#contract/money.ts'
import type { Io } from '#server/io/io.ts'
import { codesOf } from './confirmation-code.ts'
import { stateOf } from './confirmation-rules.ts'
import { selectConfirmation, type ConfirmationKey } from './confirmation-store.ts'
import { shownIn } from './keep-asked.ts'

/** What a buyer is shown of a spend that waits for their word. */
export type Confirmation = {
  state: ConfirmationState
  buyer_id: string
  /** The 4 digits that may be read out at the till in place of a tap. */
  code: string
  spend: Minor
  to_pay: Minor
  accrual: Minor
  number: string | null
  pos: { id: string; name: string }
  cashier_name: string
  expires_at: Date
}

/** One waiting as its buyer is asked about it; undefined when there is none. */
export async function readConfirmation(
  io: Io,
  key: ConfirmationKey,
): Promise<Confirmation | undefined> {
  const row = await selectConfirmation(io.db, key)
  if (!row) return undefined
  const { settled, number, pos, cashier } = shownIn(row.content)
  const [code = ''] = codesOf(io, key)
  return {
    state: stateOf(key.receipt_id, row, io.clock.now()),
    buyer_id: row.buyer_id,
    code,
    spend: settled.totals.bonuses_spent,
    to_pay: settled.totals.to_pay,
    accrual: settled.totals.accrual,
    ...{ number, pos, cashier_name: cashier.name },
    expires_at: row.expires_at,
  }
}
