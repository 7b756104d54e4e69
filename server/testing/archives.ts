import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Manifest } from '#server/features/archives/manifest-rules.ts'
import { createZip, openZip } from '#server/io/zip.ts'
import type { Browser } from './identity.ts'
import type { TestIo } from './open-test-io.ts'

type Shop = { owner: Browser; organization_id: string }

/** Has an archive made through the real calls and takes its file; answers where it lies. */
export async function takeArchive(t: TestIo, { owner, organization_id }: Shop): Promise<string> {
  const begun = await owner.inject('POST', '/api/v1/archives', { organization_id })
  if (begun.status !== 201) throw new Error(`an archive answered ${JSON.stringify(begun.body)}`)
  await t.runJobs()
  const linked = await owner.inject('POST', `/api/v1/archives/${begun.data.id}/link`)
  if (linked.status !== 200) throw new Error(`a link answered ${JSON.stringify(linked.body)}`)
  const { pathname } = new URL(linked.data.url)
  const { rawPayload } = await t.app.inject({ method: 'GET', url: pathname })
  const path = join(t.io.config.DATA_DIR, `${begun.data.id}.taken.zip`)
  await writeFile(path, rawPayload)
  return path
}

/** Everything in a zip file, by name. */
export async function unpack(path: string): Promise<Map<string, string>> {
  const zip = await openZip(path)
  const files = new Map<string, string>()
  for (const name of zip.names) {
    const parts: Uint8Array[] = []
    for await (const part of zip.read(name)) parts.push(part)
    files.set(name, Buffer.concat(parts).toString('utf8'))
  }
  await zip.close()
  return files
}

let changed = 0

/**
 * A copy of an archive with something changed in it. `forged`: the manifest is made to fit, as by
 * somebody who knows how the file is made.
 */
export async function tamper(
  path: string,
  change: (files: Map<string, string>) => void,
  forged = false,
): Promise<string> {
  const files = await unpack(path)
  change(files)
  if (forged) files.set('manifest.json', refit(files))
  changed += 1
  const to = `${path}.${changed}.zip`
  const zip = await createZip(to, new Date('2026-11-21T08:00:00Z'))
  for (const [name, text] of files) await zip.add(name, one(Buffer.from(text)))
  await zip.end()
  return to
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

function refit(files: Map<string, string>): string {
  const manifest = JSON.parse(files.get('manifest.json') ?? '') as Manifest
  for (const file of manifest.files) {
    const text = files.get(file.name) ?? ''
    file.bytes = Buffer.byteLength(text)
    file.sha256 = createHash('sha256').update(text).digest('hex')
    if (file.rows !== undefined) file.rows = text.split('\n').length - 1
  }
  return JSON.stringify(manifest)
}
