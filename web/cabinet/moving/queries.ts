/** What the page of moving reads and changes. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, type ItemOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type Archive = ItemOf<'GET /api/v1/archives'>

export const isOpen = ({ status }: Archive) => status === 'waiting' || status === 'making'

const STEP_MS = 1_000

/** Looked at again while one is being made. */
export const archivesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['archives', organization_id],
    queryFn: ({ signal }) => call('GET /api/v1/archives', { query: { organization_id }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? STEP_MS : false),
  })

const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['archives'] })

export const useMakeArchive = (organization_id: string) =>
  useMutation({
    mutationFn: () => call('POST /api/v1/archives', { body: { organization_id } }),
    onSuccess,
  })

export const useDropArchive = () =>
  useMutation({
    mutationFn: (archive_id: string) =>
      call('DELETE /api/v1/archives/{archive_id}', { params: { archive_id } }),
    onSuccess,
  })

/** Gets an address that lives for minutes, and lets the browser follow it. */
export const useTakeArchive = () =>
  useMutation({
    mutationFn: (archive_id: string) =>
      call('POST /api/v1/archives/{archive_id}/link', { params: { archive_id } }),
    onSuccess: ({ url }) => location.assign(new URL(url).pathname),
  })
