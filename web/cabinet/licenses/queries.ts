/** What the pages of licenses and payments read and change. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency.ts'
import { queryClient } from '../../api/query-client.ts'

export type License = ItemOf<'GET /api/v1/licenses'>
export type Tariff = ItemOf<'GET /api/v1/organizations/tariffs'>
export type Quote = AnswerOf<'POST /api/v1/licenses/quote'>
export type Payment = AnswerOf<'GET /api/v1/payments/{payment_id}'>
export type Provider = ItemOf<'GET /api/v1/payments/providers'>['provider']
type QuoteAsk = AskOf<'POST /api/v1/licenses/quote'>['body']

export const licensesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['licenses', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/licenses', { query: { organization_id, page: 1, limit: 1000 }, signal }),
  })

export const providersQuery = queryOptions({
  queryKey: ['payment-providers'],
  queryFn: ({ signal }) => call('GET /api/v1/payments/providers', { signal }),
})

export const paymentQuery = (payment_id: string) =>
  queryOptions({
    queryKey: ['payment', payment_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/payments/{payment_id}', { params: { payment_id }, signal }),
  })

export const quoteQuery = (organization_id: string, body: QuoteAsk | undefined) =>
  queryOptions({
    queryKey: ['quote', organization_id, body],
    enabled: body !== undefined,
    retry: false,
    queryFn: ({ signal }) =>
      call('POST /api/v1/licenses/quote', { query: { organization_id }, body: body ?? {}, signal }),
  })

/** Whatever changes a license changes what shows it. */
function refresh(organization_id: string) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['licenses', organization_id] }),
    queryClient.invalidateQueries({ queryKey: ['pos', organization_id] }),
    queryClient.invalidateQueries({ queryKey: ['organizations'] }),
    queryClient.invalidateQueries({ queryKey: ['dashboard', organization_id] }),
  ])
}

export const useCancel = (organization_id: string) =>
  useMutation({
    mutationFn: (license_id: string) =>
      call('POST /api/v1/licenses/{license_id}/cancel', { params: { license_id } }),
    onSuccess: () => refresh(organization_id),
  })

export const useRemove = (organization_id: string) =>
  useMutation({
    mutationFn: (license_id: string) =>
      call('DELETE /api/v1/licenses/{license_id}', { params: { license_id } }),
    onSuccess: () => refresh(organization_id),
  })

type Wish = {
  /** Undefined: new ones are made first. */
  license: License | undefined
  quantity: number
  tariff_id: string
  provider: Provider | undefined
  promo_code: string | undefined
  subscribe: boolean
}

/** Makes the licenses that are new and opens the payment; answers where to go. */
export const usePay = (organization_id: string) =>
  useMutation({
    mutationFn: async (wish: Wish) => {
      const ids = wish.license ? [wish.license.id] : []
      const more = wish.quantity - ids.length
      if (more > 0) {
        const made = await call('POST /api/v1/licenses', {
          query: { organization_id },
          body: { tariff_id: wish.tariff_id, quantity: more },
        })
        ids.push(...made.items.map(({ id }) => id))
      }
      const [license_id = '', ...license_ids] = ids
      const name = wish.subscribe
        ? ('POST /api/v1/licenses/{license_id}/subscribe' as const)
        : ('POST /api/v1/licenses/{license_id}/pay' as const)
      return call(name, {
        params: { license_id },
        idempotency_key: newIdempotencyKey(),
        body: {
          redirect_url: `/organizations/licenses/${organization_id}`,
          tariff_id: wish.tariff_id,
          license_ids,
          ...(wish.provider && { provider: wish.provider }),
          ...(wish.promo_code && { promo_code: wish.promo_code }),
        },
      })
    },
    onSettled: () => refresh(organization_id),
  })
