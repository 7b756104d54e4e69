import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/io/config.ts'
import type { ArchiveKey } from './store.ts'

const folderOf = (config: Config, organization_id: string) =>
  join(config.DATA_DIR, 'archives', organization_id)

/** Where the file of an archive lies: out of reach of every address that is served by itself. */
export const fileOf = (config: Config, { organization_id, id }: ArchiveKey): string =>
  join(folderOf(config, organization_id), `${id}.zip`)

/** A place to write it at first, of this run alone. */
export async function draftOf(config: Config, key: ArchiveKey): Promise<string> {
  await mkdir(folderOf(config, key.organization_id), { recursive: true, mode: 0o700 })
  return `${fileOf(config, key)}.${randomBytes(4).toString('hex')}.part`
}

/** Removes a file; one that is gone already is no matter. */
export const removeFile = (path: string): Promise<void> => rm(path, { force: true })
