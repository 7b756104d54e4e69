/** The points of sale of an organization: for their own page and for every filter by point. */
import { queryOptions } from '@tanstack/react-query'
import { call, type ItemOf } from '../api/call.ts'

export type Point = ItemOf<'GET /api/v1/pos'>

export const pointsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['pos', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/pos', { query: { organization_id, page: 1, limit: 1000 }, signal }),
  })
