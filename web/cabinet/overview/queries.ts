/** What the overview and the profile of an organization read and change. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Dashboard = AnswerOf<'GET /api/v1/stats/dashboard_report'>
export type DashboardDay = Dashboard['days'][number]
export type Profile = AnswerOf<'GET /api/v1/organizations/{organization_id}'>
export type ProfileChanges = NonNullable<
  AskOf<'PATCH /api/v1/organizations/{organization_id}'>['body']
>
type DashboardAsk = Omit<AskOf<'GET /api/v1/stats/dashboard_report'>['query'], 'organization_id'>

export const dashboardQuery = (organization_id: string, ask: DashboardAsk) =>
  queryOptions({
    queryKey: ['dashboard', organization_id, ask],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/dashboard_report', { query: { organization_id, ...ask }, signal }),
    placeholderData: keepPreviousData,
  })

/** The version tells whether the bonus rule was ever touched. */
export const bonusRuleQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'bonuses'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/bonuses', { query: { organization_id }, signal }),
  })

/** Whether a bot of the shop speaks in some messenger. */
export const connectedQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['bots', organization_id, 'connected'],
    async queryFn({ signal }) {
      const { items } = await call('GET /api/v1/bots', { query: { organization_id }, signal })
      return items.some(({ clients }) => clients.length > 0)
    },
  })

export const profileQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['organization', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/organizations/{organization_id}', { params: { organization_id }, signal }),
    // A form must not change under the hands of who fills it.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) =>
    call('GET /api/v1/organizations/currencies', { query: { page: 1, limit: 1000 }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const useSaveProfile = (organization_id: string) =>
  useMutation({
    mutationFn: (body: ProfileChanges) =>
      call('PATCH /api/v1/organizations/{organization_id}', { params: { organization_id }, body }),
    onSuccess(saved) {
      takeProfile(saved)
      // Not awaited: the form is born anew with the saved version, and its toast would be lost.
      void queryClient.invalidateQueries({ queryKey: ['organizations'] })
    },
  })

export const takeProfile = (fresh: Profile) =>
  queryClient.setQueryData(profileQuery(fresh.id).queryKey, fresh)

export const useDeleteOrganization = (organization_id: string) =>
  useMutation({
    mutationFn: () =>
      call('DELETE /api/v1/organizations/{organization_id}', { params: { organization_id } }),
  })
