/**
 * What the program cost and what it brought, of the receipts of a period and what is left of them
 * after whatever was given back, on whichever day:
 * - `bonuses`: bonuses spent, less those returned;
 * - `discounts`: discounts of levels and promotions on members' receipts that stand;
 * - `cost`: both together. Licenses are not in it;
 * - `repeat_paid`: money of members but for the days on which each of them bought for the first time
 *   (at the point of sale, if one is asked for);
 * - `average`: money ÷ receipts that stand.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, money, percent } from './wire.ts'

const side = z.object({ receipts: z.int(), paid: money, average: money.nullable() })
const figures = z.object({
  members: side,
  others: side,
  members_share: percent.nullable().describe('Of the money: members ÷ all.'),
  bonuses: money,
  discounts: money,
  cost: money,
  repeat_paid: money,
})

export const programReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/program_report',
  summary: 'What the program cost and brought, members beside the others, and the period before.',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    pos_id: id.optional(),
    start_date: day.optional().describe('First day; by default 29 days before the last.'),
    end_date: day.optional().describe('Last day, included; by default today.'),
  }),
  response: figures.extend({
    timezone: z.string(),
    currency: z.string(),
    start_date: day,
    end_date: day,
    previous: figures.extend({ start_date: day, end_date: day }),
  }),
  refusals: ['not_found'],
})
