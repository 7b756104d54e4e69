import { findBuyer, type FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { recallTill, type RecalledTill } from '#server/features/pos/recall-till.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { programOf } from './till-program.ts'
import type { Named } from './identify-buyer.ts'
import { findKnown, type KnownRow } from './store.ts'

type Asked = { receipt_id?: string; phone?: string | undefined }

/** What a call of a till is about to read, on its way since the call came. */
export type Ahead = {
  till: RecalledTill
  asked: Asked
  known: Promise<KnownRow> | undefined
  found: Promise<FoundBuyer | undefined> | undefined
}

/**
 * Begins to read what a receipt needs while the token is still being looked up, so that a call
 * waits for the database once before its commit and not three times, and more calls share each
 * statement (decision 0074). Which shop to read is guessed from the last call with the token; null
 * when there was none. Nobody sees what was read unless `requireCashier` names that shop.
 */
export function readAhead(io: Io, call: Call, asked: Asked): Ahead | null {
  const till = recallTill(io, call)
  if (!till) return null
  const { organization_id } = till
  const { receipt_id, phone } = asked
  const known =
    receipt_id === undefined ? undefined : findKnown(io, { organization_id, receipt_id })
  const found =
    phone === undefined
      ? undefined
      : programOf(io, till).then((program) => findBuyer(io, organization_id, { phone }, program))
  // A call that is refused before it asks for them leaves nobody to hear that they failed.
  for (const reading of [known, found]) void reading?.catch(() => {})
  return { till, asked, known, found }
}

const isOf = ({ till }: Ahead, { organization_id }: Cashier) =>
  till.organization_id === organization_id

/** What the id of a receipt stands for. */
export async function knownAhead(
  io: Io,
  cashier: Cashier,
  receipt_id: string,
  ahead: Ahead | null,
): Promise<KnownRow> {
  const fits = ahead && isOf(ahead, cashier) && ahead.asked.receipt_id === receipt_id
  const { organization_id } = cashier
  return (fits && ahead.known) || findKnown(io, { organization_id, receipt_id })
}

/** The named buyer with the account. The program says which days of the account are read with it. */
export async function buyerAhead(
  io: Io,
  cashier: Cashier,
  { key }: Named,
  program: Program,
  ahead: Ahead | null,
): Promise<FoundBuyer | undefined> {
  const fits =
    ahead &&
    isOf(ahead, cashier) &&
    'phone' in key &&
    ahead.asked.phone === key.phone &&
    ahead.till.program_version === program.version &&
    ahead.till.timezone === program.timezone
  return (fits && ahead.found) || findBuyer(io, cashier.organization_id, key, program)
}
