import type { Owner } from '#server/features/identity/require-owner.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { ImportKey, ImportRow, SheetKind } from './sheet-kind.ts'
import * as store from './store.ts'
import { nothingYet } from './tally-rules.ts'

const FILES_PER_HOUR = 60

/**
 * Takes a file in; the rest is a job's.
 * Refuses: `in_use` while another import of this kind is open in the shop, `rate_limited`.
 */
export async function startImport(
  io: Io,
  kind: SheetKind,
  owner: Owner,
  organization_id: string,
  file_name: string,
  content: Buffer,
): Promise<ImportRow> {
  await takeRate(io, `import ${kind.name} ${organization_id}`, FILES_PER_HOUR, 3600)
  const now = io.clock.now()
  const key = { organization_id, id: newId(now) }
  await inTransaction(io.db, async (tx) => {
    const by = { created_by: owner.user_id, created_at: now }
    const row = { ...key, kind: kind.name, file_name, content, ...by }
    if (!(await store.insertImport(tx, row))) throw new Refusal('in_use')
    await io.jobs.send(kind.job, key, { tx })
  })
  return readImport(io, key)
}

/**
 * Sets what the columns are, and has every row checked.
 * Refuses: `not_found`, `in_use` while a step runs or when it has been applied,
 * `validation_failed` for a column that is not there and without one that the kind needs.
 */
export async function checkImport(
  io: Io,
  kind: SheetKind,
  key: ImportKey,
  {
    mapping,
    option = false,
    pos_id = null,
  }: Pick<ImportRow, 'mapping'> & { option?: boolean; pos_id?: string | null },
): Promise<ImportRow> {
  await inTransaction(io.db, async (tx) => {
    const present = await lock(tx, key)
    if (present.status !== 'mapping' && present.status !== 'checked') throw new Refusal('in_use')
    for (const [field, column] of Object.entries(mapping)) {
      if (column !== undefined && column >= present.headers.length)
        refuseMapping(field, 'not_an_option')
    }
    const told = kind.needed.some((field) => mapping[field] !== undefined)
    if (!told) refuseMapping(kind.needed[0] ?? '', 'required')
    const chosen = { mapping, option, pos_id }
    const begun = { status: 'checking', ...chosen, rows_done: 0, failed: 0 } as const
    const none = { ...nothingYet(kind.figures), errors: [] }
    await store.updateImport(tx, key, { ...begun, ...none }, io.clock.now())
    await io.jobs.send(kind.job, key, { tx })
  })
  return readImport(io, key)
}

/**
 * Has a checked import brought in. Asked again, it changes nothing.
 * Refuses: `not_found`, `in_use` before it is checked.
 */
export async function applyImport(
  io: Io,
  kind: SheetKind,
  owner: Owner,
  key: ImportKey,
): Promise<ImportRow> {
  await inTransaction(io.db, async (tx) => {
    const present = await lock(tx, key)
    if (present.status === 'applying' || present.status === 'done') return
    if (present.status !== 'checked') throw new Refusal('in_use')
    const now = io.clock.now()
    const begun = { status: 'applying', rows_done: 0, applied_at: now } as const
    await store.updateImport(tx, key, { ...begun, ...nothingYet(kind.figures) }, now)
    await kind.begin?.(tx, owner, present, now)
    await io.jobs.send(kind.job, key, { tx })
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
