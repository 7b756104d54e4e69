/** Products that have a link, for a button that leads to one. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const SHOWN_MAX = 20

export const linkedQuery = (organization_id: string, q: string) =>
  queryOptions({
    queryKey: ['products', organization_id, 'with a link', q],
    queryFn: ({ signal }) =>
      call('GET /api/v1/products', {
        query: { organization_id, has_link: 'true', q, limit: SHOWN_MAX },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** One product by its id; empty: none. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => call('GET /api/v1/products/{id}', { params: { id }, signal }),
    enabled: id !== '',
  })
