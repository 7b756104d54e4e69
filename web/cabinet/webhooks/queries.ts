/** What the page of webhooks reads and changes. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Webhook = ItemOf<'GET /api/v1/webhooks'>
export type Delivery = ItemOf<'GET /api/v1/webhooks/{webhook_id}/deliveries'>

export const webhooksQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['webhooks', organization_id],
    queryFn: ({ signal }) => call('GET /api/v1/webhooks', { query: { organization_id }, signal }),
  })

export type Integration = ItemOf<'POST /api/v1/pos/get-cash-register-users'>

/** The programs that hold a token of the shop. */
export const integrationsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['cashiers', 'integrations', organization_id],
    queryFn: ({ signal }) =>
      call('POST /api/v1/pos/get-cash-register-users', {
        body: { organization_id, page: 1, limit: 1000 },
        signal,
      }),
    select: ({ items }) => items.filter(({ role }) => role === 'integration'),
  })

const WATCH_MS = 3_000

/** Looked at again while something is on its way. */
export const deliveriesQuery = (organization_id: string, webhook_id: string, page: number) =>
  queryOptions({
    queryKey: ['webhook-deliveries', webhook_id, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/webhooks/{webhook_id}/deliveries', {
        params: { webhook_id },
        query: { organization_id, page },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'pending') ? WATCH_MS : false,
  })

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
  ])

export const useAddWebhook = (organization_id: string) =>
  useMutation({
    mutationFn: (body: AskOf<'POST /api/v1/webhooks'>['body']) =>
      call('POST /api/v1/webhooks', { query: { organization_id }, body }),
    onSuccess: refresh,
  })

/** What is done to one address. */
export function useWebhook(organization_id: string, webhook_id: string) {
  const ask = { params: { webhook_id }, query: { organization_id } }
  return {
    change: useMutation({
      scope: { id: `webhook ${webhook_id}` },
      mutationFn: (body: AskOf<'PATCH /api/v1/webhooks/{webhook_id}'>['body']) =>
        call('PATCH /api/v1/webhooks/{webhook_id}', { ...ask, body }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: () => call('DELETE /api/v1/webhooks/{webhook_id}', ask),
      onSuccess: () => void refresh(),
    }),
    rotate: useMutation({
      mutationFn: () => call('POST /api/v1/webhooks/{webhook_id}/secret', ask),
      onSuccess: refresh,
    }),
    send: useMutation({
      mutationFn: (delivery_id: string | null) =>
        delivery_id === null
          ? call('POST /api/v1/webhooks/{webhook_id}/test', ask)
          : call('POST /api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', {
              ...ask,
              params: { webhook_id, delivery_id },
            }),
      onSuccess: refresh,
    }),
  }
}
