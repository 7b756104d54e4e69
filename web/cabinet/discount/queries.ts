/** The ladder is a part of the bonus settings: read and saved with their version. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Bonuses = AnswerOf<'GET /api/v1/settings/bonuses'>

// A form must not change under the hands of who fills it: no refetch on focus.
const calm = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const bonusesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'bonuses'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/bonuses', { query: { organization_id }, signal }),
    ...calm,
  })

export const generalQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'general'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/general', { query: { organization_id }, signal }),
    ...calm,
  })

export const levelCountsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['level counts', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/levels', { query: { organization_id }, signal }),
  })

export const takeBonuses = (organization_id: string, fresh: Bonuses) =>
  queryClient.setQueryData(bonusesQuery(organization_id).queryKey, fresh)

export const useSaveLadder = (organization_id: string) =>
  useMutation({
    mutationFn: (body: { version: number }) =>
      call('PATCH /api/v1/settings/bonuses', {
        query: { organization_id },
        body,
      }),
    onSuccess(saved) {
      takeBonuses(organization_id, saved)
      void queryClient.invalidateQueries({ queryKey: ['level counts', organization_id] })
    },
  })
