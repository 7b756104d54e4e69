/** The three groups of settings; each is read and saved apart, with its own version. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type General = AnswerOf<'GET /api/v1/settings/general'>
export type Bonuses = AnswerOf<'GET /api/v1/settings/bonuses'>
export type Notifications = AnswerOf<'GET /api/v1/settings/notifications'>
export type Settings = { general: General; bonuses: Bonuses; notifications: Notifications }
export type Group = keyof Settings

const key = (organization_id: string, group: Group) => ['settings', organization_id, group] as const

// A form must not change under the hands of who fills it: no refetch on focus.
const calm = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const generalQuery = (organization_id: string) =>
  queryOptions({
    queryKey: key(organization_id, 'general'),
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/general', { query: { organization_id }, signal }),
    ...calm,
  })

export const bonusesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: key(organization_id, 'bonuses'),
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/bonuses', { query: { organization_id }, signal }),
    ...calm,
  })

export const notificationsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: key(organization_id, 'notifications'),
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/notifications', { query: { organization_id }, signal }),
    ...calm,
  })

type Changes = {
  general: AskOf<'PATCH /api/v1/settings/general'>['body']
  bonuses: AskOf<'PATCH /api/v1/settings/bonuses'>['body']
  notifications: AskOf<'PATCH /api/v1/settings/notifications'>['body']
}

const save: { [G in Group]: (organization_id: string, body: Changes[G]) => Promise<Settings[G]> } =
  {
    general: (organization_id, body) =>
      call('PATCH /api/v1/settings/general', { query: { organization_id }, body }),
    bonuses: (organization_id, body) =>
      call('PATCH /api/v1/settings/bonuses', { query: { organization_id }, body }),
    notifications: (organization_id, body) =>
      call('PATCH /api/v1/settings/notifications', { query: { organization_id }, body }),
  }

export const useSaveSettings = <G extends Group>(organization_id: string, group: G) =>
  useMutation({
    // The form sends whatever fields were changed; the server judges them.
    mutationFn: (body: { version: number }): Promise<Settings[G]> =>
      save[group](organization_id, body as Changes[G]),
    onSuccess(saved) {
      queryClient.setQueryData(key(organization_id, group), saved)
      // Every page calls bonuses as the organization does.
      if (group === 'general') void queryClient.invalidateQueries({ queryKey: ['organizations'] })
    },
  })

/** Puts settings that came with a refusal in the place of the ones the form began with. */
export const takeSettings = <G extends Group>(
  organization_id: string,
  group: G,
  fresh: Settings[G],
) => queryClient.setQueryData(key(organization_id, group), fresh)
