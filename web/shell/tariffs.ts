import { queryOptions, useQuery } from '@tanstack/react-query'
import { TRIAL_DAYS, trialDaysOf } from '#contract/trial.ts'
import { call } from '../api/call.ts'

/** The tariffs on sale. */
export const tariffsQuery = queryOptions({
  queryKey: ['tariffs'],
  queryFn: ({ signal }) =>
    call('GET /api/v1/organizations/tariffs', { query: { limit: 100 }, signal }),
})

/** Free days of a newcomer; the usual ones until the tariffs are there. */
export function useTrialDays(): number {
  const { data } = useQuery(tariffsQuery)
  return data ? trialDaysOf(data.items) : TRIAL_DAYS
}
