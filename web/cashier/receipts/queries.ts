/** What the receipts screens ask, as queries. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, AskOf, ItemOf } from '../../api/call.ts'
import { tillCall } from '../shell/till-call.ts'

export type ReceiptRow = ItemOf<'POST /pos-api/v1/bonuses/get-receipts'>
export type WholeReceipt = AnswerOf<'GET /pos-api/v1/receipts/{id}'>
export type Estimate = AnswerOf<'POST /pos-api/v1/bonuses/cancel/estimate'>
export type CancelPart = NonNullable<AskOf<'POST /pos-api/v1/bonuses/cancel/estimate'>['body']>

export type Filters = {
  day: string
  q: string
  status: '' | 'completed' | 'partially_cancelled' | 'cancelled'
  mine: boolean
}

const ROWS = 100

export const receiptsQuery = (pos_id: string, cashier_id: string, filters: Filters) =>
  queryOptions({
    queryKey: ['till', 'receipts', pos_id, filters],
    queryFn: ({ signal }) =>
      tillCall('POST /pos-api/v1/bonuses/get-receipts', {
        body: {
          pos_id,
          date_from: filters.day,
          date_to: filters.day,
          ...(filters.q.trim() && { q: filters.q.trim() }),
          ...(filters.status && { status: filters.status }),
          ...(filters.mine && { cashier_id }),
          limit: ROWS,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['till', 'receipt', id],
    queryFn: ({ signal }) => tillCall('GET /pos-api/v1/receipts/{id}', { params: { id }, signal }),
    staleTime: 0,
  })

export const estimateQuery = (receipt_id: string, part: CancelPart | undefined) =>
  queryOptions({
    queryKey: ['till', 'estimate', receipt_id, part],
    queryFn: ({ signal }) =>
      tillCall('POST /pos-api/v1/bonuses/cancel/estimate', {
        query: { receipt_id },
        body: part ?? {},
        signal,
      }),
    enabled: part !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
