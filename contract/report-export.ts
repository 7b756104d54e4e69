/** Reports as files. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filters, receiptFilters, split } from './reports.ts'
import { id, line } from './wire.ts'

export const exportedReports = ['receipts', 'transactions', 'period', 'accounts', 'audit'] as const
export type ExportedReport = (typeof exportedReports)[number]

export const exportReport = endpoint({
  method: 'GET',
  path: '/api/v1/stats/export',
  summary:
    'A report as a file: every row that its filters leave, written as it is read. CSV opens in the Ukrainian Excel as it is.',
  access: 'owner',
  query: z.strictObject({
    ...filters,
    ...split,
    ...receiptFilters,
    kind: line(1, 40).optional(),
    report: z.enum(exportedReports),
    format: z.enum(['csv', 'xlsx']),
    language: line(2, 20).optional().describe('Of the headings; by default as Accept-Language.'),
  }),
  download: true,
  refusals: ['not_found'],
})

export const exportBuyer = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/{buyer_id}/export',
  summary:
    'Everything that is kept of one buyer, as JSON: to hand it over when they ask. Who took it and when is recorded.',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  query: z.strictObject({ organization_id: id }),
  download: true,
  refusals: ['buyer_not_found'],
})
