/** The demo organization: opened by one press, filled by the server while one looks. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { organizationsQuery } from './organizations.ts'
import { paths } from './paths.ts'
import { toast } from './toasts.tsx'

const POLL_MS = 1500

/** How far it is; asked again until all its receipts are there. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => call('GET /api/v1/organizations/demo', { signal }),
  refetchInterval: ({ state }) => {
    const demo = state.data?.demo
    return demo && demo.made < demo.total ? POLL_MS : false
  },
})

/** Opens the demo, or the one that is there, and goes to it. */
export function useOpenDemo() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call('POST /api/v1/organizations/demo'),
    async onSuccess({ organization_id, ...progress }) {
      queryClient.setQueryData(demoQuery.queryKey, { demo: { organization_id, ...progress } })
      await queryClient.invalidateQueries(organizationsQuery)
      await navigate({ href: paths.overview(organization_id) })
    },
    onError: (error) => void toast.problem(error),
  })
}

/** What the pages of the demo show has changed while it was being filled. */
export const refreshDemo = () => queryClient.invalidateQueries()

export const useDeleteDemo = (organization_id: string) => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      call('DELETE /api/v1/organizations/{organization_id}', { params: { organization_id } }),
    async onSuccess() {
      await navigate({ href: paths.organizations })
      queryClient.removeQueries({ queryKey: demoQuery.queryKey })
      await queryClient.invalidateQueries(organizationsQuery)
    },
    onError: (error) => void toast.problem(error),
  })
}
