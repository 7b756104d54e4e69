/** What the page of report options reads. */
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type ReportOptions = AnswerOf<'GET /api/v1/stats/options'>

export const optionsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['report-options', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/options', { query: { organization_id }, signal }),
  })
export const takeOptions = (organization_id: string, fresh: ReportOptions) =>
  queryClient.setQueryData(optionsQuery(organization_id).queryKey, fresh)
