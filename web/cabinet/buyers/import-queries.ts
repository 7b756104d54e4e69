/** An import of buyers, as its window reads and moves it. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BuyerField } from '#contract/buyer-import.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

export type { BuyerField } from '#contract/buyer-import.ts'
export type BuyerImport = AnswerOf<'GET /api/v1/buyers/imports/{import_id}'>
export type Mapping = BuyerImport['mapping']

/** The fields of the contract, in the order the window offers them; zod stays out of the bundle. */
const order: Record<BuyerField, true> = {
  phone: true,
  first_name: true,
  last_name: true,
  name: true,
  birthday: true,
  city: true,
  balance: true,
  balance_until: true,
  turnover: true,
  tags: true,
  note: true,
}
export const buyerFields = Object.keys(order) as BuyerField[]

const STEP_MS = 700
const isRunning = (status: BuyerImport['status'] | undefined) =>
  status === 'reading' || status === 'checking' || status === 'applying'

/** The import that is under way or was the last; asked again while a step of it runs. */
export const importQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['buyer-import', organization_id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v1/buyers/imports', { query: { organization_id }, signal })).import,
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? STEP_MS : false),
  })

/** What a step answered is what the page shows next. */
export const useImportStep = (organization_id: string) => {
  const { queryKey } = importQuery(organization_id)
  return useMutation({
    mutationFn: (step: () => Promise<BuyerImport | null>) => step(),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
}

export const importSteps = {
  send: (organization_id: string, file: File) =>
    call('POST /api/v1/buyers/imports', {
      query: { organization_id, file_name: file.name.slice(-200) },
      file,
    }),
  check: (import_id: string, mapping: Mapping, gifts: boolean) =>
    call('PATCH /api/v1/buyers/imports/{import_id}', {
      params: { import_id },
      body: { mapping, gifts },
    }),
  apply: (import_id: string) =>
    call('POST /api/v1/buyers/imports/{import_id}/apply', {
      params: { import_id },
      body: { lawful: true },
    }),
  async drop(import_id: string) {
    await call('DELETE /api/v1/buyers/imports/{import_id}', { params: { import_id } })
    return null
  },
}
