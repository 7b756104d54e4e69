/** Options of reports: read by every report, changed on their own page and by keeping filters. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'

export type ReportOptions = AnswerOf<'GET /api/v1/stats/options'>

export const optionsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['report-options', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/options', { query: { organization_id }, signal }),
  })
export const takeOptions = (organization_id: string, fresh: ReportOptions) =>
  queryClient.setQueryData(optionsQuery(organization_id).queryKey, fresh)

/** Changes some of them, if nobody else has meanwhile; own changes follow one another. */
export function useSaveOptions(organization_id: string, seen: ReportOptions, onDone?: () => void) {
  const t = useText('audit')
  return useMutation({
    scope: { id: `report-options ${organization_id}` },
    mutationFn: (changes: Omit<AskOf<'PATCH /api/v1/stats/options'>['body'], 'version'>) => {
      const { version } = queryClient.getQueryData(optionsQuery(organization_id).queryKey) ?? seen
      return call('PATCH /api/v1/stats/options', {
        query: { organization_id },
        body: { version, ...changes },
      })
    },
    onSuccess(fresh) {
      takeOptions(organization_id, fresh)
      toast.done(t('options.saved'))
      onDone?.()
    },
    async onError(error) {
      void toast.problem(error)
      await queryClient.invalidateQueries({ queryKey: ['report-options', organization_id] })
    },
  })
}
