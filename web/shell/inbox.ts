/** What buyers wrote to the shop: the inbox's own page, and the number in the rail. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type ItemOf } from '../api/call.ts'

export type Conversation = ItemOf<'GET /api/v1/inbox'>

const PAGE = 50
/** A question is answered within minutes at best: looking oftener would only cost. */
const LOOK_MS = 60_000

export const inboxQuery = (organization_id: string, page = 1) =>
  queryOptions({
    queryKey: ['inbox', organization_id, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/inbox', { query: { organization_id, page, limit: PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: LOOK_MS / 2,
    refetchInterval: LOOK_MS,
  })

/** Messages that nobody has read; the unread stand first, so the first page tells. */
export const unreadOf = (items: readonly Pick<Conversation, 'unread'>[]): number =>
  items.reduce((sum, { unread }) => sum + unread, 0)
