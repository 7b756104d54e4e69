/** What the pages of promotions read and change. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Promotion = AnswerOf<'GET /api/v1/promotions/{promotion_id}'>
export type Product = ItemOf<'GET /api/v1/products'>
export type Changes = AskOf<'PATCH /api/v1/promotions/{promotion_id}'>['body']
export type NewPromotion = AskOf<'POST /api/v1/promotions'>['body']

const listKey = (organization_id: string) => ['promotions', organization_id] as const
const oneKey = (promotion_id: string) => ['promotion', promotion_id] as const

/** Both types, as the seed asks for them: two calls, merged, the newest first. */
export const promotionsQuery = (organization_id: string, archived: boolean) =>
  queryOptions({
    queryKey: [...listKey(organization_id), archived],
    queryFn: async ({ signal }) => {
      const of = (type: '2' | '3') =>
        call('GET /api/v1/promotions', {
          query: { organization_id, type, archived: archived ? 'true' : 'false', limit: 1000 },
          signal,
        })
      const [second, third] = await Promise.all([of('2'), of('3')])
      const items = [...second.items, ...third.items]
      return items.toSorted((a, b) => (a.id < b.id ? 1 : -1))
    },
  })

export const promotionQuery = (promotion_id: string) =>
  queryOptions({
    queryKey: oneKey(promotion_id),
    queryFn: ({ signal }) =>
      call('GET /api/v1/promotions/{promotion_id}', { params: { promotion_id }, signal }),
    // A form must not change under the hands of who fills it.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The first thousand products: enough to choose from; others are named by barcode. */
export const productsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['products', organization_id, 'for promotions'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/products', { query: { organization_id, limit: 1000 }, signal }),
  })

/** The ladder: levels to choose from, and the percent that examples begin with. */
export const ladderQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'bonuses'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/bonuses', { query: { organization_id }, signal }),
  })

export function takePromotion(promotion: Promotion) {
  queryClient.setQueryData(oneKey(promotion.id), promotion)
  void queryClient.invalidateQueries({ queryKey: listKey(promotion.organization_id) })
}

export const useSavePromotion = (promotion_id: string) =>
  useMutation({
    // The form sends whatever fields were changed; the server judges them.
    mutationFn: (body: { version: number }) =>
      call('PATCH /api/v1/promotions/{promotion_id}', {
        params: { promotion_id },
        body,
      }),
    onSuccess: takePromotion,
  })

export const useCreatePromotion = (
  organization_id: string,
  type: 2 | 3,
  onCreated: (promotion: Promotion) => void,
) =>
  useMutation({
    mutationFn: ({ version: _none, ...body }: { version: number }) =>
      call('POST /api/v1/promotions', {
        query: { organization_id, type: type === 2 ? '2' : '3' },
        body: body as unknown as NewPromotion,
      }),
    onSuccess(promotion) {
      takePromotion(promotion)
      onCreated(promotion)
    },
  })

/** A step of a promotion's life, or its way into the archive and back. */
export const useStep = () =>
  useMutation({
    mutationFn: ({ promotion, ...step }: { promotion: Promotion } & Omit<Changes, 'version'>) =>
      call('PATCH /api/v1/promotions/{promotion_id}', {
        params: { promotion_id: promotion.id },
        body: { version: promotion.version, ...step },
      }),
    onSuccess: takePromotion,
  })

export const useCopy = () =>
  useMutation({
    mutationFn: ({ id: promotion_id }: Promotion) =>
      call('POST /api/v1/promotions/{promotion_id}/copy', { params: { promotion_id } }),
    onSuccess: takePromotion,
  })

export const useDelete = () =>
  useMutation({
    mutationFn: ({ id: promotion_id }: Promotion) =>
      call('DELETE /api/v1/promotions/{promotion_id}', { params: { promotion_id } }),
    onSuccess: (_none, { organization_id }) =>
      queryClient.invalidateQueries({ queryKey: listKey(organization_id) }),
  })
