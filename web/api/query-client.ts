import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './problem.ts'

/** A refusal will be the same next time; only silence and failures of the server are worth a retry. */
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, staleTime: 30_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
