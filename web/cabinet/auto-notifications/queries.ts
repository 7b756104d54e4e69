/** The notifications of a shop: one list, each changed over its own version. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { EventCode } from '#contract/notification-events.ts'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

type All = AnswerOf<'GET /api/v1/auto-notifications'>
export type Notification = ItemOf<'GET /api/v1/auto-notifications'>
export type Changes = NonNullable<AskOf<'PATCH /api/v1/auto-notifications/{code}'>['body']>
export type Tried = NonNullable<AskOf<'POST /api/v1/auto-notifications/{code}/preview'>['body']>

const key = (organization_id: string) => ['auto notifications', organization_id] as const

export const notificationsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: key(organization_id),
    queryFn: ({ signal }) =>
      call('GET /api/v1/auto-notifications', { query: { organization_id }, signal }),
  })

/** Changes one over the version that the list shows; own changes follow one another. */
export const useSave = (organization_id: string) =>
  useMutation({
    scope: { id: `auto notifications ${organization_id}` },
    mutationFn({ code, ...changes }: Omit<Changes, 'version'> & { code: EventCode }) {
      const all = queryClient.getQueryData<All>(key(organization_id))
      const version = all?.items.find((one) => one.code === code)?.version ?? 0
      return call('PATCH /api/v1/auto-notifications/{code}', {
        params: { code },
        query: { organization_id },
        body: { version, ...changes },
      })
    },
    onSuccess(saved) {
      queryClient.setQueryData<All>(key(organization_id), (all) =>
        all
          ? { ...all, items: all.items.map((one) => (one.code === saved.code ? saved : one)) }
          : all,
      )
    },
    // Somebody was quicker, or the page was old: the list is read anew.
    onError: () => void queryClient.invalidateQueries({ queryKey: key(organization_id) }),
  })

export const previewQuery = (organization_id: string, code: EventCode, body: Tried) =>
  queryOptions({
    queryKey: ['auto notification', organization_id, code, body],
    queryFn: ({ signal }) =>
      call('POST /api/v1/auto-notifications/{code}/preview', {
        params: { code },
        query: { organization_id },
        body,
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useTest = (organization_id: string, code: EventCode) =>
  useMutation({
    mutationFn: (body: Tried & { phone: string }) =>
      call('POST /api/v1/auto-notifications/{code}/test', {
        params: { code },
        query: { organization_id },
        body,
      }),
  })
