/** What the window of an import asks of a kind of files: products, buyers. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SheetImport } from '#contract/sheet-import.ts'
import { queryClient } from '../../api/query-client.ts'

/** Field → number of its column, from 0. */
export type Mapping = SheetImport['mapping']

export type ImportKind<Found extends SheetImport = SheetImport> = {
  /** The path of its imports, which tells it from other kinds. */
  path: string
  /** The path of the example of a file. */
  template: string
  title: string
  text: string
  /** What is said while it is brought in. */
  applying: string
  /** The heading over `fields`. */
  field: string
  /** What a column may be, in the order the window offers it, with its name. */
  fields: Record<string, string>
  /** One of these is to be told before the rows can be checked. */
  needed: { fields: string[]; sentence: string }
  empty: string
  too_many_rows: string
  /** What else is chosen before the check. */
  option?: { label: string; text: string; of(found: Found): boolean }
  /** What the owner says by a tick before anything is brought in. */
  promise?: string
  /** More lines under the counts. */
  summary?(found: Found): ReactNode
  /** What to know before it is brought in. */
  warning?(found: Found): string | undefined
  latest(organization_id: string, signal: AbortSignal): Promise<Found | null>
  send(organization_id: string, file: File): Promise<Found>
  check(import_id: string, mapping: Mapping, option: boolean): Promise<Found>
  apply(import_id: string): Promise<Found>
  drop(import_id: string): Promise<void>
  /** Shows what has come in. */
  refresh(organization_id: string): Promise<unknown>
}

const STEP_MS = 700
const isRunning = (status: SheetImport['status'] | undefined) =>
  status === 'reading' || status === 'checking' || status === 'applying'

/** The import that is under way or was the last; asked again while a step of it runs. */
export const importQuery = (kind: ImportKind, organization_id: string) =>
  queryOptions({
    queryKey: ['import', kind.path, organization_id],
    queryFn: ({ signal }) => kind.latest(organization_id, signal),
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? STEP_MS : false),
  })

/** What a step answered is what the page shows next. */
export const useImportStep = (kind: ImportKind, organization_id: string) => {
  const { queryKey } = importQuery(kind, organization_id)
  return useMutation({
    mutationFn: (step: () => Promise<SheetImport | null>) => step(),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
}
