/** What the page of the catalogue reads and changes. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Product = ItemOf<'GET /api/v1/products'>
export type MinPriceRule = Product['min_prices'][number]
export type ProductFields = NonNullable<AskOf<'PATCH /api/v1/products/{id}'>['body']>
export type ListAsk = Omit<AskOf<'GET /api/v1/products'>['query'], 'organization_id'>

export const productsQuery = (organization_id: string, ask: ListAsk) =>
  queryOptions({
    queryKey: ['products', organization_id, ask],
    queryFn: ({ signal }) =>
      call('GET /api/v1/products', { query: { organization_id, ...ask }, signal }),
    placeholderData: keepPreviousData,
  })

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => call('GET /api/v1/products/{id}', { params: { id }, signal }),
  })

export const categoriesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['products', organization_id, 'categories'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/products/categories', { query: { organization_id }, signal }),
  })

export const generalQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'general'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/general', { query: { organization_id }, signal }),
  })

export const refreshProducts = (organization_id: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['products', organization_id] }),
    queryClient.invalidateQueries({ queryKey: ['product'] }),
  ])

export const useSaveProduct = (organization_id: string, id: string | undefined) =>
  useMutation({
    mutationFn: ({ name, ...body }: ProductFields) =>
      id
        ? call('PATCH /api/v1/products/{id}', { params: { id }, body: { name, ...body } })
        : call('POST /api/v1/products', {
            query: { organization_id },
            body: { name: name ?? '', ...body },
          }),
    onSuccess: () => refreshProducts(organization_id),
  })

export const useDeleteProduct = (organization_id: string) =>
  useMutation({
    mutationFn: (id: string) => call('DELETE /api/v1/products/{id}', { params: { id } }),
    // Not awaited: the row goes away with the refresh, and its dialog with it.
    onSuccess: () => void refreshProducts(organization_id),
  })

export type BulkAsk = Omit<
  AskOf<'POST /api/v1/products/set-min-price'>['body'],
  'organization_id' | 'preview'
>

export const bulkPreview = (organization_id: string, ask: BulkAsk, enabled: boolean) =>
  queryOptions({
    queryKey: ['products', organization_id, 'bulk', ask],
    enabled,
    queryFn: ({ signal }) =>
      call('POST /api/v1/products/set-min-price', {
        body: { organization_id, preview: true, ...ask },
        signal,
      }),
  })

export const useSetMinPrice = (organization_id: string) =>
  useMutation({
    mutationFn: (ask: BulkAsk) =>
      call('POST /api/v1/products/set-min-price', { body: { organization_id, ...ask } }),
    onSuccess: () => refreshProducts(organization_id),
  })

/** Lets the till send products: until then no minimum price is looked at. */
export const useSwitchProductsOn = (organization_id: string) =>
  useMutation({
    mutationFn: (version: number) =>
      call('PATCH /api/v1/settings/general', {
        query: { organization_id },
        body: { version, products_in_receipt: 'optional' },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings', organization_id] }),
  })
