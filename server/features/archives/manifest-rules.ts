/** What an archive says of itself, and the one hash that stands for the whole ledger. */
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Raised when a reader of older archives would misread a new one. */
export const ARCHIVE_FORMAT = 1
export const MANIFEST = 'manifest.json'

const file = z.strictObject({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Lines; absent for a picture. */
  rows: z.int().optional(),
})
export type ArchivedFile = z.output<typeof file>

export const manifest = z.strictObject({
  verta_archive: z.literal(ARCHIVE_FORMAT),
  id: z.uuid(),
  organization_id: z.uuid(),
  organization: z.string(),
  made_at: z.iso.datetime(),
  /** The last migration of the program that made it: what the columns mean. */
  schema: z.string(),
  about: z.string(),
  files: z.array(file),
  left_out: z.record(z.string(), z.string()),
  ledger: z.strictObject({ accounts: z.int(), entries: z.int(), head: z.string() }),
})
export type Manifest = z.output<typeof manifest>

/** For whoever opens the file years later. */
export const ABOUT =
  'One JSON object a line, as in the database. Amounts of money and bonuses are integers in minor ' +
  'units, moments are UTC. data/entry.jsonl is the ledger: each entry carries the SHA-256 of the ' +
  'one before. Check this file with: npm run archive:verify -- <file>'

/**
 * The head of a shop's ledger: a SHA-256 over the last hash of every account, in the order of
 * buyers. Whoever keeps it can tell later that no account was changed, added or taken away.
 */
export function openHead() {
  const hash = createHash('sha256')
  let accounts = 0
  let entries = 0
  return {
    add(account: { buyer_id: string; entries: number; last_hash: string }): void {
      accounts += 1
      entries += account.entries
      hash.update(`${account.buyer_id} ${account.entries} ${account.last_hash}\n`)
    },
    end: (): Manifest['ledger'] => ({ accounts, entries, head: hash.digest('hex') }),
  }
}
