import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { openZip, type ZipIn } from '#server/io/zip.ts'
import { readLines, type Measured } from './read-lines.ts'
import { MANIFEST, manifest, type ArchivedFile, type Manifest } from './manifest-rules.ts'
import { verifyLedger } from './verify-ledger.ts'

/** What was looked at, so that an empty list of problems means something. */
export type Verified = {
  sha256: string
  manifest: Manifest | null
  files: number
  rows: number
}

/**
 * Proves an archive with nothing but the file: that it is whole, that every file inside is the one
 * its manifest tells of, and that the ledger in it holds: chains of hashes unbroken, balances the
 * sums of their entries and of their lots. Every sentence of `report` is a problem.
 *
 * `expected`: the SHA-256 that the cabinet showed. Without it, somebody who changes the file and
 * makes every hash in it anew is not seen.
 */
export async function verifyArchive(
  path: string,
  report: (problem: string) => void,
  expected?: string,
): Promise<Verified> {
  const sha256 = await hashFile(path)
  const verified: Verified = { sha256, manifest: null, files: 0, rows: 0 }
  if (expected !== undefined && expected.toLowerCase() !== sha256) {
    report(`the file is not the one the cabinet made: its SHA-256 is ${sha256}, not ${expected}`)
  }
  const zip = await openZip(path).catch((error: unknown) => {
    report(`the file is not a whole zip archive: ${told(error)}`)
  })
  if (!zip) return verified
  try {
    const told_by = await readManifest(zip, report)
    if (!told_by) return verified
    verified.manifest = told_by
    checkNames(zip, told_by, report)
    for (const file of told_by.files) {
      if (!zip.names.includes(file.name)) continue
      verified.files += 1
      verified.rows += await checkFile(zip, file, report)
    }
    await verifyLedger(zip, told_by, report)
  } finally {
    await zip.close()
  }
  return verified
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function readManifest(
  zip: ZipIn,
  report: (problem: string) => void,
): Promise<Manifest | undefined> {
  if (!zip.names.includes(MANIFEST)) {
    report(`${MANIFEST} is missing: this is not an archive of Verta, or it was taken apart`)
    return undefined
  }
  try {
    const parts: Uint8Array[] = []
    for await (const part of zip.read(MANIFEST)) parts.push(part)
    const parsed = manifest.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8')))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    report(`${MANIFEST} cannot be understood: ${issue?.path.join('.')}: ${issue?.message}`)
  } catch (error) {
    report(`${MANIFEST} is damaged: ${told(error)}`)
  }
  return undefined
}

function checkNames(zip: ZipIn, { files }: Manifest, report: (problem: string) => void): void {
  const known = new Set([MANIFEST, ...files.map(({ name }) => name)])
  for (const name of known) if (!zip.names.includes(name)) report(`${name} is missing`)
  for (const name of zip.names) {
    if (!known.has(name)) report(`${name} was added: the manifest does not know it`)
  }
}

/** Compares a file with what the manifest tells of it; answers its lines. */
async function checkFile(
  zip: ZipIn,
  { name, bytes, rows, sha256 }: ArchivedFile,
  report: (problem: string) => void,
): Promise<number> {
  const found: Measured = { bytes: 0, rows: 0, sha256: '' }
  try {
    for await (const _line of readLines(zip.read(name), found)) continue
  } catch (error) {
    report(`${name} is damaged: ${told(error)}`)
    return found.rows
  }
  if (rows !== undefined && rows !== found.rows) {
    const by = found.rows < rows ? `${rows - found.rows} are missing` : `${found.rows - rows} more`
    report(`${name} has ${found.rows} lines, the manifest tells of ${rows}: ${by}`)
  }
  if (sha256 !== found.sha256 || bytes !== found.bytes) {
    report(`${name} was changed: it is not the file that was archived (SHA-256 ${found.sha256})`)
  }
  return rows === undefined ? 0 : found.rows
}

const told = (error: unknown) => (error instanceof Error ? error.message : String(error))
