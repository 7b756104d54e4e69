/** The account of who is signed in; the account pages, the banner and the hotkeys read it. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf, call } from '../api/call.ts'
import { useUser } from './session.ts'

export type Profile = AnswerOf<'GET /api/v1/user/profile'>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call('GET /api/v1/user/profile', { signal }),
  staleTime: 5 * 60_000,
})

export function useProfile(): Profile | undefined {
  const user = useUser()
  return useQuery({ ...profileQuery, enabled: user !== undefined }).data
}
