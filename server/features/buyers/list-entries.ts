import { readAccount } from '#server/features/ledger/read-account.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { presentEntry, type Entry } from './present-buyer.ts'
import { selectEntries } from './store.ts'

/** A page of a buyer's history, newest first. Refuses: `buyer_not_found`. */
export async function listEntries(
  io: Io,
  key: { organization_id: string; buyer_id: string },
  page: { page: number; limit: number },
): Promise<{ items: Entry[]; total: number; page: number; limit: number }> {
  const account = await readAccount(io, key)
  if (!account) throw new Refusal('buyer_not_found')
  const entries = await selectEntries(io.db, key, page)
  // Numbers have no gaps, so the account knows how many there are.
  return { items: entries.map(presentEntry), total: account.entries, ...page }
}
