/** The mailings of a shop: a list, and one of them to write or to watch, by `?post=`. */
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

// The table of the list and the form of one are large, and are never seen together.
const MailingList = lazy(async () => ({
  default: (await import('./mailing-list.tsx')).MailingList,
}))
const Mailing = lazy(async () => ({ default: (await import('./mailing.tsx')).Mailing }))

export function MailingsPage() {
  return (
    <WithOrganization>
      {(organization) => <Mailings organization={organization} />}
    </WithOrganization>
  )
}

function Mailings({ organization }: { organization: Organization }) {
  const [address, change] = useAddress()
  return (
    <Suspense fallback={<FormSkeleton fields={5} />}>
      {address.post ? (
        <Mailing key={address.post} organization={organization} post_id={address.post} />
      ) : (
        <MailingList organization={organization} page={Number(address.page) || 1} change={change} />
      )}
    </Suspense>
  )
}
