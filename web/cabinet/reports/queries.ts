/** What the report of receipts reads, and the cancellation it can make. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Report = AnswerOf<'GET /api/v1/stats/receipt_report'>
export type ReceiptRow = ItemOf<'GET /api/v1/stats/receipt_report'>
export type Receipt = AnswerOf<'GET /api/v1/receipts/{id}'>
export type Estimate = AnswerOf<'POST /api/v1/receipts/{id}/cancel/estimate'>
/** What is to be cancelled; empty: all that is left. */
export type Part = NonNullable<AskOf<'POST /api/v1/receipts/{id}/cancel/estimate'>['body']>
type ReportAsk = Omit<AskOf<'GET /api/v1/stats/receipt_report'>['query'], 'organization_id'>

export const reportQuery = (organization_id: string, ask: ReportAsk) =>
  queryOptions({
    queryKey: ['receipts', organization_id, ask],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/receipt_report', { query: { organization_id, ...ask }, signal }),
    placeholderData: keepPreviousData,
  })

type Scope = Omit<AskOf<'GET /api/v1/stats/transactions_report'>['query'], 'organization_id'>
export type Movement = ItemOf<'GET /api/v1/stats/transactions'>
export type PeriodReport = AnswerOf<'GET /api/v1/stats/period'>
export type PeriodRow = PeriodReport['items'][number]
export type KindsReport = AnswerOf<'GET /api/v1/stats/transactions_report'>
export type AccountsReport = AnswerOf<'GET /api/v1/stats/contos'>
export type AccountRow = AccountsReport['items'][number]
type Split = Pick<AskOf<'GET /api/v1/stats/period'>['query'], 'group' | 'by'>
export type AccountSort = NonNullable<AskOf<'GET /api/v1/stats/contos'>['query']['sort']>

type Page = { page: number; limit: number }
const windowOf = ({ page, limit }: Page) => ({ start: (page - 1) * limit, count: limit })

export const movementsQuery = (
  organization_id: string,
  scope: Scope & { kind?: string | undefined },
  page: Page,
) =>
  queryOptions({
    queryKey: ['movements', organization_id, scope, page],
    async queryFn({ signal }) {
      const query = { organization_id, ...scope, ...windowOf(page) }
      return { ...(await call('GET /api/v1/stats/transactions', { query, signal })), ...page }
    },
    placeholderData: keepPreviousData,
  })

export const periodQuery = (organization_id: string, scope: Scope, split: Split) =>
  queryOptions({
    queryKey: ['period', organization_id, scope, split],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/period', { query: { organization_id, ...scope, ...split }, signal }),
    placeholderData: keepPreviousData,
  })

export const kindsQuery = (organization_id: string, scope: Scope) =>
  queryOptions({
    queryKey: ['kinds', organization_id, scope],
    queryFn: ({ signal }) =>
      call('GET /api/v1/stats/transactions_report', {
        query: { organization_id, ...scope },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Accounts as they are now, whatever the period. */
export const accountsQuery = (
  organization_id: string,
  ask: { phone?: string | undefined; sort: AccountSort },
  page: Page,
) =>
  queryOptions({
    queryKey: ['accounts', organization_id, ask, page],
    async queryFn({ signal }) {
      const query = { organization_id, ...ask, ...windowOf(page) }
      return { ...(await call('GET /api/v1/stats/contos', { query, signal })), ...page }
    },
    placeholderData: keepPreviousData,
  })

export const receiptQuery = (organization_id: string, id: string) =>
  queryOptions({
    queryKey: ['receipt', organization_id, id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/receipts/{id}', { params: { id }, query: { organization_id }, signal }),
  })

export const estimateQuery = (organization_id: string, id: string, part: Part) =>
  queryOptions({
    queryKey: ['cancel-estimate', organization_id, id, part],
    queryFn: ({ signal }) =>
      call('POST /api/v1/receipts/{id}/cancel/estimate', {
        params: { id },
        query: { organization_id },
        body: part,
        signal,
      }),
    // An estimate is true only for the moment it was made in.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export const cashiersQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['cashiers', 'of', organization_id],
    queryFn: ({ signal }) =>
      call('POST /api/v1/pos/get-cash-register-users', {
        body: { organization_id, page: 1, limit: 1000 },
        signal,
      }),
  })

/** How long returned bonuses live at least; the words of the cancel dialog name it. */
export const graceQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['settings', organization_id, 'bonuses'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/bonuses', { query: { organization_id }, signal }),
  })

type CancelAsk = {
  body: NonNullable<AskOf<'POST /api/v1/receipts/{id}/cancel'>['body']>
  idempotency_key: string
}

export const useCancelReceipt = (organization_id: string, id: string) =>
  useMutation({
    mutationFn: ({ body, idempotency_key }: CancelAsk) =>
      call('POST /api/v1/receipts/{id}/cancel', {
        params: { id },
        query: { organization_id },
        body,
        idempotency_key,
      }),
    onSuccess: () =>
      Promise.all(
        ['receipts', 'receipt', 'buyers', 'buyer', 'buyer-entries', 'dashboard'].map((area) =>
          queryClient.invalidateQueries({ queryKey: [area, organization_id] }),
        ),
      ),
  })
