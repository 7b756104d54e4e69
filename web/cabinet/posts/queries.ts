/** What the pages of news and mailings read and change. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Filter } from '../../shell/segments/filter.ts'

export type Post = AnswerOf<'GET /api/v1/posts/{post_id}'>
export type PostType = Post['type']
type NewPost = AskOf<'POST /api/v1/posts'>['form']

export const PAGE = 20
const listKey = (organization_id: string) => ['posts', organization_id] as const
const oneKey = (post_id: string) => ['post', post_id] as const

export const postsQuery = (organization_id: string, type: PostType, page: number) =>
  queryOptions({
    queryKey: [...listKey(organization_id), type, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/posts', {
        query: { organization_id, type, page, limit: PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const postQuery = (post_id: string) =>
  queryOptions({
    queryKey: oneKey(post_id),
    queryFn: ({ signal }) => call('GET /api/v1/posts/{post_id}', { params: { post_id }, signal }),
    // A form must not change under the hands of who fills it.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export function takePost(post: Post) {
  queryClient.setQueryData(oneKey(post.id), post)
  void queryClient.invalidateQueries({ queryKey: listKey(post.organization_id) })
}

export const useSavePost = (post_id: string) =>
  useMutation({
    mutationFn: (form: { version: number }) =>
      call('PATCH /api/v1/posts/{post_id}', { params: { post_id }, form }),
    onSuccess: takePost,
  })

export const useCreatePost = (
  organization_id: string,
  type: PostType,
  onCreated: (post: Post) => void,
) =>
  useMutation({
    mutationFn: ({ version: _none, ...form }: { version: number }) =>
      call('POST /api/v1/posts', {
        query: { organization_id },
        form: { type, ...form } as NewPost,
      }),
    onSuccess(post) {
      takePost(post)
      onCreated(post)
    },
  })

/** Publishes or starts; with a phone, only sends a trial there. */
export const useSend = () =>
  useMutation({
    mutationFn: ({ id: post_id, test_phone }: { id: string; test_phone?: string }) =>
      call('POST /api/v1/posts/{post_id}/send', {
        params: { post_id },
        body: test_phone === undefined ? {} : { test_phone },
      }),
    onSuccess: takePost,
  })

export const useDelete = () =>
  useMutation({
    mutationFn: ({ id: post_id }: Post) =>
      call('DELETE /api/v1/posts/{post_id}', { params: { post_id } }),
    onSuccess: (_none, { organization_id }) =>
      queryClient.invalidateQueries({ queryKey: listKey(organization_id) }),
  })

export type Audience = { segment_id?: string; filters?: Filter; bot_id?: string }
export type Recipient = ItemOf<'GET /api/v1/posts/{post_id}/recipients'>

/** Between two looks at a mailing that is on its way. */
const LOOK_MS = 1000
const isMoving = ({ status, scheduled_at }: Post) =>
  status === 'sending' ||
  (status === 'scheduled' &&
    scheduled_at !== null &&
    new Date(scheduled_at).getTime() - Date.now() < 60 * LOOK_MS)

/** A mailing that is watched while something happens to it. */
export const liveQuery = (post_id: string) =>
  queryOptions({
    ...postQuery(post_id),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LOOK_MS : false),
  })

export const recipientsQuery = ({ id: post_id, version, status, stats }: Post, page: number) =>
  queryOptions({
    queryKey: ['recipients', post_id, version, status === 'sending' ? stats.queued : 0, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/posts/{post_id}/recipients', {
        params: { post_id },
        query: { page, limit: PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const estimateQuery = (organization_id: string, audience: Audience) =>
  queryOptions({
    queryKey: ['estimate', organization_id, audience],
    queryFn: ({ signal }) =>
      call('POST /api/v1/posts/estimate', { body: { organization_id, ...audience }, signal }),
    placeholderData: keepPreviousData,
  })

type Step = 'pause' | 'resume' | 'stop'
const steps = {
  pause: 'POST /api/v1/posts/{post_id}/pause',
  resume: 'POST /api/v1/posts/{post_id}/resume',
  stop: 'POST /api/v1/posts/{post_id}/stop',
} as const satisfies Record<Step, string>

export const useSteer = (post_id: string) =>
  useMutation({
    mutationFn: (step: Step) => call(steps[step], { params: { post_id } }),
    onSuccess: takePost,
  })
