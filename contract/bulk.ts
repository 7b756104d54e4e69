/**
 * One act on many buyers: bonuses with a reason, a tag, a file. Whom it is for is gathered first and
 * told in figures; the act is then done to those very buyers, each once.
 * Source: design/screens.md §5.12, §5.19.
 */
import { z } from 'zod'
import { buyerStatus, manualReason } from './buyers.ts'
import { endpoint } from './endpoint.ts'
import { BULK_CHOSEN_MAX } from './limits.ts'
import { presetCode, segmentFilter } from './segments.ts'
import { id, line, moment, money, positiveMoney } from './wire.ts'

const bulkWhom = z.union([
  z.strictObject({ buyer_ids: z.array(id).min(1).max(BULK_CHOSEN_MAX) }),
  z.strictObject({ segment_id: id }),
  z.strictObject({ preset: presetCode }),
  z.strictObject({ filter: segmentFilter }),
  /** The list as it is searched. */
  z.strictObject({
    list: z.strictObject({
      q: line(0, 80).optional(),
      status: buyerStatus.optional(),
      tag: line(1, 40).optional(),
    }),
  }),
])

const bulkAct = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('accrual'),
    amount: positiveMoney,
    reason: manualReason,
    /** Needed with the reason `other`: at least 5 characters. */
    comment: line(5, 200).optional(),
    /** 0: never expires. Absent: the programme's own period for bonuses given by hand. */
    lifetime_days: z.int().min(0).max(3650).optional(),
    /** Tell each buyer in the messenger. */
    notify: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('tag'), tag: line(1, 40), remove: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('export') }),
])

export const bulk = z.object({
  id,
  kind: z.enum(['accrual', 'tag', 'export']),
  /** `gathering` → `ready` → `running` → `done`. */
  status: z.enum(['gathering', 'ready', 'running', 'done']),
  buyers: z.int().describe('Whom it is for: active buyers only.'),
  done: z.int(),
  skipped: z.int().describe('Blocked, forgotten or merged since they were gathered.'),
  sum: money.describe('Bonuses of an accrual, all together.'),
  created_at: moment,
  finished_at: moment.nullable(),
})
export type Bulk = z.output<typeof bulk>

const params = z.strictObject({ bulk_id: id })

export const prepareBulk = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/bulk',
  summary: 'Gather whom an act would be for, and tell what it would come to; changes nothing',
  access: 'owner',
  body: z.strictObject({ organization_id: id, whom: bulkWhom, act: bulkAct }),
  response: bulk,
  status: 201,
  refusals: ['segment_too_heavy', 'rate_limited'],
})

export const getBulk = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/bulk/{bulk_id}',
  summary: 'How far an act on many buyers is',
  access: 'owner',
  params,
  response: bulk,
})

export const startBulk = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/bulk/{bulk_id}/start',
  summary:
    'Do the act to whom it was gathered for, each once; asked again, it answers how far it is',
  access: 'owner',
  params,
  response: bulk,
  refusals: ['in_use'],
})

export const exportBulk = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/bulk/{bulk_id}/file',
  summary: 'The gathered buyers as a file with whole phones. Who took it and when is recorded.',
  access: 'owner',
  params,
  query: z.strictObject({
    format: z.enum(['csv', 'xlsx']),
    language: line(2, 20).optional().describe('Of the headings; by default as Accept-Language.'),
  }),
  download: true,
  refusals: ['in_use'],
})
