/** The news of a shop: a list, and one of them to write, by `?post=`. */
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'

// The table of the list and the form of one are large, and are never seen together.
const NewsList = lazy(async () => ({ default: (await import('./news-list.tsx')).NewsList }))
const NewsEditor = lazy(async () => ({ default: (await import('./news-editor.tsx')).NewsEditor }))

export function NewsPage() {
  return (
    <WithOrganization>{(organization) => <News organization={organization} />}</WithOrganization>
  )
}

function News({ organization }: { organization: Organization }) {
  const [address, change] = useAddress()
  return (
    <Suspense fallback={<FormSkeleton fields={5} />}>
      {address.post ? (
        <NewsEditor key={address.post} organization={organization} post_id={address.post} />
      ) : (
        <NewsList organization={organization} page={Number(address.page) || 1} change={change} />
      )}
    </Suspense>
  )
}
