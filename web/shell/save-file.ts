/** Saves a file that the server writes: the browser follows the link by itself. */
import { queryClient } from '../api/query-client.ts'
import { profileQuery } from './profile.ts'

/** Renews the session first, which a link followed by the browser cannot. Throws `ApiProblem`. */
export async function saveFile(path: string, ask: Record<string, string | undefined>) {
  await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
  const query = new URLSearchParams(
    Object.entries(ask).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  )
  location.assign(`${path}?${query.toString()}`)
}
