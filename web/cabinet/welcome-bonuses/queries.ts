/** The welcome gifts are a part of the bonus settings: read and saved with their version. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Bonuses = AnswerOf<'GET /api/v1/settings/bonuses'>
export type Gift = Bonuses['welcome'][number]
export type Figures = AnswerOf<'GET /api/v1/gifts/figures'>
export type Asked = NonNullable<
  NonNullable<AskOf<'PATCH /api/v1/settings/bonuses'>['body']>['welcome']
>

// The same place as the page of settings keeps them in, so that neither shows the other's past.
const key = (organization_id: string) => ['settings', organization_id, 'bonuses'] as const

export const bonusesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: key(organization_id),
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/bonuses', { query: { organization_id }, signal }),
    // A form must not change under the hands of who fills it.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Only whether bonuses are given at all. */
export const modeQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'general'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/general', { query: { organization_id }, signal }),
  })

export const figuresQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['gifts', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/gifts/figures', { query: { organization_id }, signal }),
  })

export const takeBonuses = (organization_id: string, fresh: Bonuses) =>
  queryClient.setQueryData(key(organization_id), fresh)

export const useSaveWelcome = (organization_id: string) =>
  useMutation({
    // The form sends what was changed; the server judges it.
    mutationFn: (body: { version: number; welcome?: Asked }): Promise<Bonuses> =>
      call('PATCH /api/v1/settings/bonuses', { query: { organization_id }, body }),
    onSuccess: (saved) => takeBonuses(organization_id, saved),
  })
