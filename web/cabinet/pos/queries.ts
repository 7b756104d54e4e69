/** What the page of points of sale reads and changes. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { type AskOf, call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type License = ItemOf<'GET /api/v1/licenses'>
export type CashierUser = ItemOf<'POST /api/v1/pos/get-cash-register-users'>
export type Permission = keyof CashierUser['permissions']
export type PosFields = AskOf<'POST /api/v1/pos'>['body']

export const licensesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['licenses', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/licenses', { query: { organization_id, page: 1, limit: 1000 }, signal }),
  })

export const cashiersQuery = (pos_id: string) =>
  queryOptions({
    queryKey: ['cashiers', pos_id],
    queryFn: ({ signal }) =>
      call('POST /api/v1/pos/get-cash-register-users', {
        body: { pos_id, page: 1, limit: 1000 },
        signal,
      }),
  })

/** Whatever changes a point changes the lists that show it. */
export function refreshPoints(organization_id: string) {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: ['pos', organization_id] }),
    queryClient.invalidateQueries({ queryKey: ['licenses', organization_id] }),
    queryClient.invalidateQueries({ queryKey: ['organizations'] }),
    queryClient.invalidateQueries({ queryKey: ['dashboard', organization_id] }),
  ])
}

export const useSavePos = (organization_id: string, pos_id: string | undefined) =>
  useMutation({
    mutationFn: (body: PosFields) =>
      pos_id
        ? call('PATCH /api/v1/pos/{pos_id}', { params: { pos_id }, body })
        : call('POST /api/v1/pos', { query: { organization_id }, body }),
    onSuccess: () => refreshPoints(organization_id),
  })

export const useDeletePos = (organization_id: string) =>
  useMutation({
    mutationFn: (pos_id: string) => call('DELETE /api/v1/pos/{pos_id}', { params: { pos_id } }),
    onSuccess: () => refreshPoints(organization_id),
  })

export const useSetVisible = (organization_id: string) =>
  useMutation({
    scope: { id: `points shown ${organization_id}` },
    mutationFn: (body: { pos_id: string; visible: boolean }) =>
      call('POST /api/v1/pos/update-pos-visible', { body }),
    onSuccess: () => refreshPoints(organization_id),
  })

/** Assigns the license, or takes the present one off when there is none to assign. */
export const useSetLicense = (organization_id: string, pos_id: string) =>
  useMutation({
    mutationFn: (license_id: string | null) =>
      license_id
        ? call('PATCH /api/v1/pos/{pos_id}/activate', { params: { pos_id }, query: { license_id } })
        : call('PATCH /api/v1/pos/{pos_id}/deactivate', { params: { pos_id } }),
    onSuccess: () => refreshPoints(organization_id),
  })

async function refreshCashiers() {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['cashiers'] }),
    queryClient.invalidateQueries({ queryKey: ['pos'] }),
  ])
}

export const useAddCashier = () =>
  useMutation({
    mutationFn: (body: AskOf<'POST /api/v1/pos/create-pos-register-user'>['body']) =>
      call('POST /api/v1/pos/create-pos-register-user', { body }),
    onSuccess: refreshCashiers,
  })

export const useChangeCashier = () =>
  useMutation({
    mutationFn: (body: AskOf<'POST /api/v1/pos/update-cash-register-user'>['body']) =>
      call('POST /api/v1/pos/update-cash-register-user', { body }),
    onSuccess: refreshCashiers,
  })

export const useResetPin = () =>
  useMutation({
    mutationFn: (id: string) =>
      call('POST /api/v1/pos/reset-cash-register-user-pin', { body: { id } }),
  })

export const useDeleteCashier = () =>
  useMutation({
    mutationFn: (id: string) =>
      call('POST /api/v1/pos/delete-cash-register-users', { body: { ids: [id] } }),
    // Not awaited: the row goes away with the refresh, and its toast with it.
    onSuccess: () => void refreshCashiers(),
  })
