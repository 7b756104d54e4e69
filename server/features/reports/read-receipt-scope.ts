import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { readScope, type FieldNames, type Filters } from './read-scope.ts'
import type { ReceiptScope } from './receipt-store.ts'

type ReceiptFilters = Filters & {
  buyer_id?: string | undefined
  cashier_id?: string | undefined
  receipt_number?: string | undefined
  status?: string | undefined
}

/** One buyer asked for by phone and by id at once: the same one, or nobody (null). */
const bothBuyers = (by_phone: string | null | undefined, by_id: string | undefined) =>
  by_phone === undefined ? by_id : by_id === undefined || by_id === by_phone ? by_phone : null

/** Which receipts a report is about. Refuses as `readScope` does. */
export async function readReceiptScope(
  io: Io,
  organization: Organization,
  { buyer_id, cashier_id, receipt_number, status, ...filters }: ReceiptFilters,
  names?: FieldNames,
): Promise<ReceiptScope> {
  const scope = await readScope(io, organization, filters, names)
  return {
    ...scope,
    buyer_id: bothBuyers(scope.buyer_id, buyer_id),
    cashier_id,
    status,
    number: receipt_number,
  }
}
