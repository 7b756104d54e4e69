/** The bots of a shop, for whoever writes through them. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The shop's bots: without a connected one nobody reads anything. */
export const botsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['bots', organization_id],
    queryFn: ({ signal }) => call('GET /api/v1/bots', { query: { organization_id }, signal }),
  })
