/**
 * Moving out: one file with everything a shop has here, the ledger with its chains of hashes
 * included. A job makes it; the owner takes it by a link that lives for minutes; it goes by itself
 * after some days. `npm run archive:verify` proves it without this program's database.
 * Source: decision 0055.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, moment } from './wire.ts'

export const archive = z.object({
  id,
  /** `waiting` → `making` → `ready` → `gone`; or `failed`. */
  status: z.enum(['waiting', 'making', 'ready', 'failed', 'gone']),
  rows_total: z.int(),
  rows_done: z.int(),
  bytes: z.int().nullable(),
  sha256: z
    .string()
    .nullable()
    .describe('Of the file: keep it apart, and nobody can change the file unseen.'),
  created_at: moment,
  finished_at: moment.nullable(),
  expires_at: moment.nullable().describe('When the file is deleted.'),
})
export type Archive = z.output<typeof archive>

const params = z.strictObject({ archive_id: id })

export const startArchive = endpoint({
  method: 'POST',
  path: '/api/v1/archives',
  summary: 'Have everything of a shop put into one file; ask again how far it is',
  access: 'owner',
  body: z.strictObject({ organization_id: id }),
  response: archive,
  status: 201,
  refusals: ['in_use', 'rate_limited'],
})

export const listArchives = endpoint({
  method: 'GET',
  path: '/api/v1/archives',
  summary: 'The last archives of a shop, newest first',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  response: z.object({ items: z.array(archive) }),
})

export const linkArchive = endpoint({
  method: 'POST',
  path: '/api/v1/archives/{archive_id}/link',
  summary:
    'An address that gives the file for ten minutes, for an owner who has just proven who they are',
  access: 'owner',
  params,
  response: z.object({ url: z.string(), expires_at: moment }),
  refusals: ['in_use', 'verification_required'],
})

export const takeArchive = endpoint({
  method: 'GET',
  path: '/api/v1/archives/files/{token}',
  summary: 'The file that such an address opens; who took it and when is written down',
  access: 'anyone',
  params: z.strictObject({ token: z.string().max(2000) }),
  download: true,
  refusals: ['not_found'],
})

export const dropArchive = endpoint({
  method: 'DELETE',
  path: '/api/v1/archives/{archive_id}',
  summary: 'Delete the file of an archive now',
  access: 'owner',
  params,
})
