/** What the pages of buyers read and change. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

type Data = AnswerOf<'POST /api/v1/buyers/get_buyers_data'>
type BuyersPage = Extract<Data, { items: unknown }>
export type BuyerRow = BuyersPage['items'][number]
export type BuyerWhole = Extract<Data, { buyer: unknown }>['buyer']
export type Profile = BuyerWhole['profile']
export type Lot = BuyerWhole['lots'][number]
export type Entry = ItemOf<'GET /api/v1/buyers/{buyer_id}/entries'>
export type ReceiptRow = ItemOf<'GET /api/v1/stats/receipt_report'>
export type Manual = AskOf<'POST /api/v1/buyers/make_handle_accrual'>['body']
export type ManualReason = Manual['reason']

type ListAsk = Omit<AskOf<'POST /api/v1/buyers/get_buyers_data'>['body'], 'organization_id'>

export const buyersQuery = (organization_id: string, ask: ListAsk) =>
  queryOptions({
    queryKey: ['buyers', organization_id, ask],
    queryFn: async ({ signal }): Promise<BuyersPage> => {
      const data = await call('POST /api/v1/buyers/get_buyers_data', {
        body: { organization_id, ...ask },
        signal,
      })
      if (!('items' in data)) throw new Error('a page of buyers was asked for')
      return data
    },
    placeholderData: keepPreviousData,
  })

/** How many a search found, when there are more than a page of the list counts. */
export const buyersCountQuery = (organization_id: string, { q, status, tag }: ListAsk) =>
  queryOptions({
    queryKey: ['buyers', organization_id, 'count', { q, status, tag }],
    queryFn: async ({ signal }): Promise<number> => {
      const data = await call('POST /api/v1/buyers/get_buyers_data', {
        body: { organization_id, q, status, tag, limit: 1 },
        signal,
      })
      return 'total' in data ? data.total : 0
    },
  })

/** One buyer by id or by phone; the whole phone comes only when it was asked by it. */
export const buyerQuery = (organization_id: string, who: { buyer_id?: string; phone?: string }) =>
  queryOptions({
    queryKey: ['buyer', organization_id, who],
    queryFn: async ({ signal }): Promise<BuyerWhole> => {
      const data = await call('POST /api/v1/buyers/get_buyers_data', {
        body: { organization_id, ...who },
        signal,
      })
      if (!('buyer' in data)) throw new Error('one buyer was asked for')
      return data.buyer
    },
  })

export const entriesQuery = (organization_id: string, buyer_id: string, page: number) =>
  queryOptions({
    queryKey: ['buyer-entries', organization_id, buyer_id, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/buyers/{buyer_id}/entries', {
        params: { buyer_id },
        query: { organization_id, page, limit: 25 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

type Days = { date_from: string; date_to: string }

export const buyerReceiptsQuery = (
  organization_id: string,
  buyer_id: string,
  page: number,
  days: Days,
) =>
  queryOptions({
    queryKey: ['receipts', organization_id, 'of', buyer_id, page, days],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/receipt_report', {
        query: { organization_id, buyer_id, ...days, page_number: page, count: 25 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The names behind the cashier ids of a history. */
export const cashierNamesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['cashiers', 'names', organization_id],
    queryFn: async ({ signal }) => {
      const { items } = await call('POST /api/v1/pos/get-cash-register-users', {
        body: { organization_id, page: 1, limit: 1000 },
        signal,
      })
      return new Map(items.map((user) => [user.id, user.name]))
    },
  })

export function refreshBuyer(organization_id: string) {
  return Promise.all(
    ['buyers', 'buyer', 'buyer-entries', 'receipts', 'dashboard'].map((area) =>
      queryClient.invalidateQueries({ queryKey: [area, organization_id] }),
    ),
  )
}

export const useRevealPhone = (organization_id: string, buyer_id: string) =>
  useMutation({
    mutationFn: () =>
      call('POST /api/v1/buyers/{buyer_id}/reveal', {
        params: { buyer_id },
        body: { organization_id },
      }),
  })

export const useCreateBuyer = () =>
  useMutation({
    mutationFn: (body: AskOf<'POST /api/v1/buyers'>['body']) =>
      call('POST /api/v1/buyers', { body }),
    // Not awaited: the page of an unknown phone goes away with the refresh, and its words with it.
    onSuccess: (_, { organization_id }) => void refreshBuyer(organization_id),
  })

export const useUpdateBuyer = (organization_id: string, buyer_id: string) =>
  useMutation({
    mutationFn: (body: NonNullable<AskOf<'PATCH /api/v1/buyers/{buyer_id}'>['body']>) =>
      call('PATCH /api/v1/buyers/{buyer_id}', {
        params: { buyer_id },
        query: { organization_id },
        body,
      }),
    onSuccess: () => refreshBuyer(organization_id),
  })

export const useSetInviter = (organization_id: string, buyer_id: string) =>
  useMutation({
    mutationFn: (inviter_phone: string) =>
      call('POST /api/v1/buyers/{buyer_id}/inviter', {
        params: { buyer_id },
        body: { organization_id, inviter_phone },
      }),
    onSuccess: () => refreshBuyer(organization_id),
  })

/** Gives or takes bonuses by hand, once per key. */
export const useManual = (kind: 'accrual' | 'withdraw', idempotency_key: string) =>
  useMutation({
    mutationFn: ({ lifetime_days, ...body }: Manual) =>
      kind === 'accrual'
        ? call('POST /api/v1/buyers/make_handle_accrual', {
            body: { ...body, lifetime_days },
            idempotency_key,
          })
        : call('POST /api/v1/buyers/make_handle_withdraw', { body, idempotency_key }),
    onSuccess: (_, { organization_id }) => refreshBuyer(organization_id),
  })

/** The rows of the ladder, for choosing one by hand. */
export const levelsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['level counts', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/levels', { query: { organization_id }, signal }),
  })

export const usePinLevel = (organization_id: string, buyer_id: string) =>
  useMutation({
    mutationFn: (pin: { level: number | null; until: string | null }) =>
      call('POST /api/v1/buyers/{buyer_id}/level', {
        params: { buyer_id },
        body: { organization_id, ...pin },
      }),
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ['level counts', organization_id] })
      return refreshBuyer(organization_id)
    },
  })

export const useForgetBuyer = (organization_id: string, buyer_id: string) =>
  useMutation({
    mutationFn: () =>
      call('POST /api/v1/buyers/{buyer_id}/forget', {
        params: { buyer_id },
        body: { organization_id },
      }),
    onSuccess: () => refreshBuyer(organization_id),
  })
