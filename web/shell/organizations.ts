/** The owner's organizations, for the switcher, the list and whoever shows an organization's name. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, type ItemOf } from '../api/call.ts'

export type Organization = ItemOf<'GET /api/v1/organizations'>

/** All of them at once, as the seed asks: page 1, limit 1000. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) =>
    call('GET /api/v1/organizations', { query: { page: 1, limit: 1000 }, signal }),
})

/** One organization out of the list, or undefined while it loads or when it is not ours. */
export function useOrganization(id: string | undefined): Organization | undefined {
  const { data } = useQuery({ ...organizationsQuery, enabled: id !== undefined })
  return data?.items.find((organization) => organization.id === id)
}
