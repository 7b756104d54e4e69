import { readAccount } from '#server/features/ledger/read-account.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { presentEntry, type Entry } from './present-buyer.ts'
import { countEntries, selectEntries } from './entry-store.ts'

/** A page of a buyer's history, newest first. Refuses: `buyer_not_found`. */
export async function listEntries(
  io: Io,
  key: { organization_id: string; buyer_id: string },
  page: { page: number; limit: number },
): Promise<{ items: Entry[]; total: number; page: number; limit: number }> {
  const account = await readAccount(io, key)
  if (!account) throw new Refusal('buyer_not_found')
  const [entries, total] = await Promise.all([
    selectEntries(io.db, key, page),
    countEntries(io.db, key),
  ])
  return { items: entries.map(presentEntry), total, ...page }
}
