/** What the page of the catalogue reads and changes. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Product = ItemOf<'GET /api/v1/products'>
export type MinPriceRule = Product['min_prices'][number]
export type ProductFields = NonNullable<AskOf<'PATCH /api/v1/products/{id}'>['body']>
export type ProductImport = AnswerOf<'GET /api/v1/products/imports/{import_id}'>
export type ListAsk = Omit<AskOf<'GET /api/v1/products'>['query'], 'organization_id'>
export type Mapping = ProductImport['mapping']

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

const STEP_MS = 700
const isRunning = (status: ProductImport['status'] | undefined) =>
  status === 'reading' || status === 'checking' || status === 'applying'

/** The import that is under way or was the last; asked again while a step of it runs. */
export const importQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['product-import', organization_id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v1/products/imports', { query: { organization_id }, signal })).import,
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? STEP_MS : false),
  })

/** What a step answered is what the page shows next. */
export const useImportStep = (organization_id: string) => {
  const { queryKey } = importQuery(organization_id)
  return useMutation({
    mutationFn: (step: () => Promise<ProductImport | null>) => step(),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
}

export const importSteps = {
  send: (organization_id: string, file: File) =>
    call('POST /api/v1/products/imports', {
      query: { organization_id, file_name: file.name.slice(-200) },
      file,
    }),
  check: (import_id: string, mapping: Mapping) =>
    call('PATCH /api/v1/products/imports/{import_id}', {
      params: { import_id },
      body: { mapping },
    }),
  apply: (import_id: string) =>
    call('POST /api/v1/products/imports/{import_id}/apply', { params: { import_id } }),
  async drop(import_id: string) {
    await call('DELETE /api/v1/products/imports/{import_id}', { params: { import_id } })
    return null
  },
}
