/**
 * Trying settings on receipts of the past: the shop's last 90 days or a file of receipts, settled
 * by the settings of today and by changed ones. Nothing is saved and nobody's bonuses move.
 *
 * It runs as a job; the page asks how far it is. Source: decision 0013.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { REPLAY_BYTES_MAX } from './limits.ts'
import { bonusChanges, generalChanges } from './settings.ts'
import { day, id, line, moment, money, percent } from './wire.ts'

const spending = z.discriminatedUnion('kind', [
  /** As the buyers of the receipts really spent. */
  z.strictObject({ kind: z.literal('observed') }),
  /** So much of what could be spent, at every n-th visit of a buyer. */
  z.strictObject({ kind: z.literal('every'), nth: z.int().min(1).max(50), percent }),
])

const week = z.object({
  week: day,
  receipts: z.int(),
  turnover: money,
  discounts: money,
  accrued: money,
  spent: money,
  expired: money,
})

const side = z.object({
  discounts: money,
  accrued: money,
  promotions: z
    .object({ discounts: money, bonuses: money })
    .describe('Of discounts and accrued, what promotions took off and gave.'),
  gifts: money.describe('Given with receipts, beside what these earned.'),
  spent: money,
  expired: money,
  liability: money,
  cost: money.describe('Discounts and bonuses spent.'),
  cost_percent: percent.describe('Of the turnover.'),
  average_paid: money,
  floors: z.object({ receipts: z.int(), lines: z.int(), discounts: money, bonuses: money }),
  weeks: z.array(week),
})

const gain = z.object({
  buyer_id: id.nullable(),
  /** Empty when it is not known, as in a file. */
  name: z.string(),
  key_masked: z.string().describe('The end of the phone or of the card.'),
  receipts: z.int(),
  today: money,
  changed: money,
})

const group = z.object({ buyers: z.int(), amount: money })

const figures = z.object({
  start_date: day,
  end_date: day,
  receipts: z.int(),
  member_receipts: z.int(),
  buyers: z.int(),
  turnover: money,
  today: side,
  changed: side,
  more: group,
  less: group,
  same: z.int(),
  winners: z.array(gain),
  losers: z.array(gain),
})

const replay = z.object({
  id,
  /** `file`: waits for its file. */
  status: z.enum(['file', 'running', 'done', 'failed', 'dropped']),
  source: z.enum(['own', 'file']),
  spending,
  done: z.int(),
  total: z.int(),
  file_name: z.string().nullable(),
  rows_failed: z.int(),
  errors: z
    .array(z.object({ row: z.int(), code: z.string(), message: z.string(), value: z.string() }))
    .describe('The first rows of the file that were left out.'),
  problem: z
    .enum([
      'no_receipts',
      'no_columns',
      'fault',
      'not_a_sheet',
      'locked',
      'broken',
      'empty',
      'too_large',
      'too_many_rows',
    ])
    .nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  result: figures.nullable(),
})
export type ReplayAnswer = z.output<typeof replay>

const params = z.strictObject({ replay_id: id })
const query = z.strictObject({ organization_id: id })

export const startReplay = endpoint({
  method: 'POST',
  path: '/api/v1/settings/replays',
  summary: 'Try changed settings on past receipts; takes the place of a replay that still runs',
  access: 'owner',
  query,
  body: z.strictObject({
    general: generalChanges.default({}),
    bonuses: bonusChanges.default({}),
    source: z.enum(['own', 'file']).default('own'),
    spending: spending.default({ kind: 'observed' }),
  }),
  response: replay,
  status: 201,
  refusals: ['in_use', 'rate_limited'],
})

export const sendReplayFile = endpoint({
  method: 'POST',
  path: '/api/v1/settings/replays/{replay_id}/file',
  summary: 'Send the CSV or XLSX of receipts a replay waits for: date, phone or card, sum',
  access: 'owner',
  params,
  query: z.strictObject({ file_name: line(1, 200) }),
  upload: true,
  upload_bytes_max: REPLAY_BYTES_MAX,
  response: replay,
  refusals: ['unsupported_media', 'too_large', 'in_use'],
})

export const listReplays = endpoint({
  method: 'GET',
  path: '/api/v1/settings/replays',
  summary: 'The last replays, newest first',
  access: 'owner',
  query,
  response: z.object({ items: z.array(replay) }),
})

export const getReplay = endpoint({
  method: 'GET',
  path: '/api/v1/settings/replays/{replay_id}',
  summary: 'How far a replay is, and what came out',
  access: 'owner',
  params,
  response: replay,
})

export const dropReplay = endpoint({
  method: 'DELETE',
  path: '/api/v1/settings/replays/{replay_id}',
  summary: 'Stop a replay, or forget one that has ended',
  access: 'owner',
  params,
})
