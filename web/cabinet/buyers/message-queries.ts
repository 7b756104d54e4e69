/** What a shop and its buyers write to each other, and what buyers thought of their visits. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type ThreadMessage = ItemOf<'GET /api/v1/buyers/{buyer_id}/messages'>
export type Rating = ItemOf<'GET /api/v1/ratings'>
export type Nps = NonNullable<AnswerOf<'GET /api/v1/ratings'>['nps']>

const SHOWN = 200
/** Somebody may be answering at this moment. */
const LOOK_MS = 15_000

export const threadQuery = (organization_id: string, buyer_id: string) =>
  queryOptions({
    queryKey: ['thread', organization_id, buyer_id],
    async queryFn({ signal }) {
      const thread = await call('GET /api/v1/buyers/{buyer_id}/messages', {
        params: { buyer_id },
        query: { organization_id, page: 1, limit: SHOWN },
        signal,
      })
      // Reading it has marked it as read.
      void queryClient.invalidateQueries({ queryKey: ['inbox', organization_id] })
      return thread
    },
    staleTime: 0,
    refetchInterval: LOOK_MS,
  })

export const ratingsQuery = (organization_id: string, ask: { stars_max: number; page: number }) =>
  queryOptions({
    queryKey: ['ratings', organization_id, ask],
    queryFn: ({ signal }) =>
      call('GET /api/v1/ratings', { query: { organization_id, ...ask, limit: 25 }, signal }),
    placeholderData: keepPreviousData,
  })

const refresh = (organization_id: string) =>
  Promise.all(
    ['thread', 'inbox'].map((area) =>
      queryClient.invalidateQueries({ queryKey: [area, organization_id] }),
    ),
  )

export const useWriteMessage = (organization_id: string, buyer_id: string) =>
  useMutation({
    mutationFn: (text: string) =>
      call('POST /api/v1/buyers/handle_message', { body: { organization_id, buyer_id, text } }),
    onSuccess: () => refresh(organization_id),
  })

export const useEditMessage = (organization_id: string) =>
  useMutation({
    mutationFn: (change: { message_id: string; text: string }) =>
      call('POST /api/v1/buyers/edit_message', { body: { organization_id, ...change } }),
    onSuccess: () => refresh(organization_id),
  })

export const useDeleteMessage = (organization_id: string) =>
  useMutation({
    mutationFn: (message_id: string) =>
      call('POST /api/v1/buyers/delete_message', { body: { organization_id, message_id } }),
    onSuccess: () => refresh(organization_id),
  })
