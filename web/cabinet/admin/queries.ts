/** What the administrators' pages read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AskOf, call, type ItemOf } from '../../api/call.ts'

export type Tariff = ItemOf<'GET /api/v1/admin/tariffs'>
export type PaymentRow = ItemOf<'GET /api/v1/admin/payments'>

export const tariffsQuery = queryOptions({
  queryKey: ['admin', 'tariffs'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/tariffs', { query: { limit: 100 }, signal }),
})

export const promoQuery = queryOptions({
  queryKey: ['admin', 'promo'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/promo-codes', { query: { limit: 100 }, signal }),
})

type PaymentsAsk = AskOf<'GET /api/v1/admin/payments'>['query']
export const paymentsQuery = (query: PaymentsAsk) =>
  queryOptions({
    queryKey: ['admin', 'payments', query],
    queryFn: ({ signal }) => call('GET /api/v1/admin/payments', { query, signal }),
    placeholderData: keepPreviousData,
  })

export type FeedbackRow = ItemOf<'GET /api/v1/admin/feedback'>
export const feedbackQuery = (page: number, state: 'open' | 'done' | undefined) =>
  queryOptions({
    queryKey: ['admin', 'feedback', page, state],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/feedback', { query: { page, ...(state && { state }) }, signal }),
    placeholderData: keepPreviousData,
  })

export const organizationsQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'organizations', q, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/organizations', { query: { page, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  })
