import { toMoney } from '#contract/money.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Mapping } from './import-rules.ts'
import * as store from './import-store.ts'
import type { ImportKey, ImportRow } from './import-store.ts'

/** The job that goes on with an import from where it stands. */
export const IMPORT_JOB = 'moving.import'

const FILES_PER_HOUR = 60

/**
 * Takes a file in; the rest is a job's.
 * Refuses: `in_use` while another import of the shop is open, `rate_limited`.
 */
export async function startImport(
  io: Io,
  owner: Owner,
  organization_id: OrganizationId,
  file_name: string,
  content: Buffer,
): Promise<ImportRow> {
  await takeRate(io, `import buyers ${organization_id}`, FILES_PER_HOUR, 3600)
  const now = io.clock.now()
  const key = { organization_id, id: newId(now) }
  await inTransaction(io.db, async (tx) => {
    const row = { ...key, file_name, content, created_by: owner.user_id, created_at: now }
    if (!(await store.insertImport(tx, row))) throw new Refusal('in_use')
    await io.jobs.send(IMPORT_JOB, key, { tx })
  })
  return readImport(io, key)
}

/**
 * Sets what the columns are, and has every row checked.
 * Refuses: `not_found`, `in_use` while a step runs or when it has been applied,
 * `validation_failed` for a column that is not there and without one of phones.
 */
export async function checkImport(
  io: Io,
  key: ImportKey,
  { mapping, gifts }: { mapping: Mapping; gifts: boolean },
): Promise<ImportRow> {
  await inTransaction(io.db, async (tx) => {
    const present = await lock(tx, key)
    if (present.status !== 'mapping' && present.status !== 'checked') throw new Refusal('in_use')
    for (const [field, column] of Object.entries(mapping)) {
      if (column >= present.headers.length) refuseMapping(field, 'not_an_option')
    }
    if (mapping.phone === undefined) refuseMapping('phone', 'required')
    const begun = { status: 'checking' as const, mapping, gifts, rows_done: 0, errors: [] }
    await store.updateImport(tx, key, { ...begun, ...nothingYet, failed: 0 }, io.clock.now())
    await io.jobs.send(IMPORT_JOB, key, { tx })
  })
  return readImport(io, key)
}

const nothingYet = {
  ...{ created: 0, updated: 0, unchanged: 0 },
  ...{ balances: 0, balance_sum: 0, balances_kept: 0 },
}

/**
 * Has a checked import brought in; the owner has said that the data may be passed on. Asked again,
 * it changes nothing. Refuses: `not_found`, `in_use` before it is checked.
 */
export async function applyImport(io: Io, owner: Owner, key: ImportKey): Promise<ImportRow> {
  await inTransaction(io.db, async (tx) => {
    const { status, created, updated, balance_sum } = await lock(tx, key)
    if (status === 'applying' || status === 'done') return
    if (status !== 'checked') throw new Refusal('in_use')
    const now = io.clock.now()
    const begun = { status: 'applying' as const, rows_done: 0, lawful_at: now }
    await store.updateImport(tx, key, { ...begun, ...nothingYet }, now)
    const facts = { created, updated, bonuses: toMoney(balance_sum) }
    const { organization_id } = key
    await noteAct(tx, { organization_id, by: owner, act: 'buyers_imported', facts }, now)
    await io.jobs.send(IMPORT_JOB, key, { tx })
  })
  return readImport(io, key)
}

/** Forgets an import. Refuses: `not_found`, `in_use` while it is applied. */
export async function dropImport(io: Io, key: ImportKey): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const { status } = await lock(tx, key)
    if (status === 'applying') throw new Refusal('in_use')
    await store.deleteImport(tx, key)
  })
}

async function lock(tx: Parameters<typeof store.lockImport>[0], key: ImportKey) {
  const present = await store.lockImport(tx, key)
  if (!present) throw new Refusal('not_found')
  return present
}

async function readImport(io: Io, key: ImportKey): Promise<ImportRow> {
  const row = await store.findImport(io.db, key)
  if (!row) throw new Refusal('not_found')
  return row
}

function refuseMapping(field: string, code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path: `mapping.${field}`, code }] })
}
