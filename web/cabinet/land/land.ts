/** What the first-run wizard knows: which organization it is about and where it stopped. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Organization, organizationsQuery } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'

export const steps = ['business', 'percent', 'first_bonus', 'bot'] as const
export type Step = (typeof steps)[number]

/** The organization whose launch was not finished; the newest when there are several. */
export function unfinished(all: Organization[]): Organization | undefined {
  return all
    .filter((one) => !one.is_demo && one.onboarding.step !== 'done')
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]
}

/** The server remembers the step, so that `/land` goes on on any device. */
export function useGoTo(organization: Organization | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (step: Organization['onboarding']['step']) => {
      if (!organization) return
      const organization_id = organization.id
      // Read again: another tab may have changed the profile since the list was loaded.
      const { version } = await call('GET /api/v1/organizations/{organization_id}', {
        params: { organization_id },
      })
      await call('PATCH /api/v1/organizations/{organization_id}', {
        params: { organization_id },
        body: { version, onboarding: { step } },
      })
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey })
    },
    onError: toast.problem,
  })
}

/** The cashier's key of this launch: the PIN is told once, so the tab keeps it until it is closed. */
export type CashierKey = { name: string; login: string; pin: string }
const keyOf = (organization_id: string) => `cashier_of_${organization_id}`

export function keepCashier(organization_id: string, key: CashierKey) {
  sessionStorage.setItem(keyOf(organization_id), JSON.stringify(key))
}

export function keptCashier(organization_id: string): CashierKey | undefined {
  const text = sessionStorage.getItem(keyOf(organization_id))
  return text ? (JSON.parse(text) as CashierKey) : undefined
}
