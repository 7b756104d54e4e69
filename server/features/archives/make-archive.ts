import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { noteAct } from '#server/features/audit/note-act.ts'
import { inLongSnapshot, inTransaction, type Tx } from '#server/io/db.ts'
import { listImages, readImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import type { ZipOut } from '#server/io/zip.ts'
import { archivedTables, leftOut, type ArchivedTable } from './contents-rules.ts'
import { draftOf, fileOf, removeFile } from './file-place.ts'
import {
  ABOUT,
  ARCHIVE_FORMAT,
  MANIFEST,
  openHead,
  type ArchivedFile,
  type Manifest,
} from './manifest-rules.ts'
import * as store from './store.ts'
import type { ArchiveKey } from './store.ts'

/** How long a file is kept. */
export const KEPT_MS = 3 * 24 * 3_600_000

/** Rows asked of the database at a time, and how many are written before the page is told. */
const PART = 1_000
const TOLD_ROWS = 20_000

/**
 * Makes the file of an archive. May run twice, and may have been broken off anywhere: it begins
 * again, and of two runs at once the first to end counts.
 */
export async function makeArchive(io: Io, key: ArchiveKey): Promise<void> {
  const present = await store.findArchive(io.db, key)
  if (present?.status !== 'waiting' && present?.status !== 'making') return
  await store.updateArchive(io.db, key, { status: 'making', rows_done: 0 }, io.clock.now())
  const draft = await draftOf(io.config, key)
  try {
    const made = await inLongSnapshot(io.db, (tx) => writeAll(io, tx, key, draft))
    await keep(io, key, draft, made)
  } catch (error) {
    io.log.error({ archive_id: key.id, err: error }, 'an archive could not be made')
    const failed = { status: 'failed' as const, finished_at: io.clock.now() }
    await store.updateArchive(io.db, key, failed, io.clock.now())
  } finally {
    await removeFile(draft)
  }
}

type Made = { bytes: number; sha256: string; rows: number; ledger: Manifest['ledger'] }

/** Everything as it is at one moment: a till that sells meanwhile changes nothing of it. */
async function writeAll(io: Io, tx: Tx, key: ArchiveKey, draft: string): Promise<Made> {
  const { organization_id } = key
  const heading = await store.readHeading(tx, organization_id)
  if (!heading) throw new Error('an archive of a shop that is gone')
  let rows_total = 0
  for (const { table } of archivedTables) {
    rows_total += await store.countRows(tx, table, organization_id)
  }
  await store.updateArchive(io.db, key, { rows_total }, io.clock.now())
  const made_at = io.clock.now()
  // Loaded with the first archive, because a start is long enough without it.
  const { createZip } = await import('#server/io/zip.ts')
  const zip = await createZip(draft, made_at)
  try {
    const head = openHead()
    const files: ArchivedFile[] = []
    const tell = progress(io, key)
    for (const table of archivedTables) {
      const lines = linesOf(tx, table, organization_id, head, tell)
      files.push(await addFile(zip, table.file, lines))
    }
    for (const url of await listImages(io.config, organization_id)) {
      files.push(await addPicture(io, zip, url))
    }
    const ledger = head.end()
    const manifest: Manifest = {
      ...{ verta_archive: ARCHIVE_FORMAT, id: key.id, organization_id },
      ...{ organization: heading.name, made_at: made_at.toISOString(), schema: heading.schema },
      ...{ about: ABOUT, files, left_out: leftOut, ledger },
    }
    await zip.add(MANIFEST, oneByOne([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]))
    return { ...(await zip.end()), rows: rows_total, ledger }
  } catch (error) {
    await zip.abandon()
    throw error
  }
}

async function* linesOf(
  tx: Tx,
  table: ArchivedTable,
  organization_id: string,
  head: ReturnType<typeof openHead>,
  tell: (rows: number) => Promise<void>,
): AsyncGenerator<{ rows: number; bytes: Uint8Array }> {
  for await (const lines of store.readLines(tx, table, organization_id, PART)) {
    if (table.table === 'account') {
      for (const line of lines) head.add(JSON.parse(line) as Parameters<typeof head.add>[0])
    }
    yield { rows: lines.length, bytes: Buffer.from(`${lines.join('\n')}\n`) }
    await tell(lines.length)
  }
}

/** Writes a file and measures it on its way. */
async function addFile(
  zip: ZipOut,
  name: string,
  parts: AsyncIterable<{ rows: number; bytes: Uint8Array }>,
): Promise<ArchivedFile> {
  const hash = createHash('sha256')
  const file = { name, bytes: 0, rows: 0 }
  async function* measured() {
    for await (const part of parts) {
      hash.update(part.bytes)
      file.bytes += part.bytes.length
      file.rows += part.rows
      yield part.bytes
    }
  }
  await zip.add(name, measured())
  return { ...file, sha256: hash.digest('hex') }
}

async function addPicture(io: Io, zip: ZipOut, url: string): Promise<ArchivedFile> {
  // One that was taken away meanwhile is an empty file.
  const bytes = (await readImage(io.config, url)) ?? Buffer.alloc(0)
  const parts = oneByOne([{ rows: 0, bytes }])
  const { rows: _none, ...file } = await addFile(zip, url.replace(/^\//, ''), parts)
  return file
}

async function* oneByOne<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

/** Tells the page how far it is, now and then; ends the work of an archive that is not wanted. */
function progress(io: Io, key: ArchiveKey) {
  let done = 0
  let told = 0
  return async (rows: number) => {
    done += rows
    if (done - told < TOLD_ROWS) return
    told = done
    const present = await store.findArchive(io.db, key)
    if (present?.status !== 'making') throw new Error('the archive is not wanted any more')
    await store.updateArchive(io.db, key, { rows_done: done }, io.clock.now())
  }
}

/** Gives the file its name and writes down that it is there; older files of the shop go. */
async function keep(io: Io, key: ArchiveKey, draft: string, made: Made): Promise<void> {
  const now = io.clock.now()
  const { organization_id } = key
  const older = await inTransaction(io.db, async (tx) => {
    const present = await store.lockArchive(tx, key)
    if (present?.status !== 'making') return []
    const { bytes, sha256, rows, ledger } = made
    const over = (await store.listArchives(tx, organization_id, 100)).filter(
      ({ status }) => status === 'ready',
    )
    for (const one of over) await store.updateArchive(tx, one, { status: 'gone' }, now)
    await store.updateArchive(
      tx,
      key,
      {
        ...{ status: 'ready', rows_done: rows, bytes, sha256, ledger_head: ledger.head },
        ...{ finished_at: now, expires_at: new Date(now.getTime() + KEPT_MS) },
      },
      now,
    )
    const by = { user_id: present.created_by }
    const facts = { rows, entries: ledger.entries, sha256, head: ledger.head }
    await noteAct(tx, { organization_id, by, act: 'archive_made', facts }, now)
    await rename(draft, fileOf(io.config, key))
    return over
  })
  for (const one of older) await removeFile(fileOf(io.config, one))
}
