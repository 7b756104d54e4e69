/** Gives a page the organization of its address; an unknown one gets a 404 in the same frame. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { IconMapSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { setBonusName } from '../text/format.ts'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorCard } from '../ui/error-card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { PageLink } from './link.tsx'
import { type Organization, organizationsQuery } from './organizations.ts'
import { paths } from './paths.ts'

type Props = { children: (organization: Organization) => ReactNode }

export function WithOrganization({ children }: Props) {
  const t = useText('shell')
  const { id } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery(organizationsQuery)
  const organization = data?.items.find((one) => one.id === id)
  // Before the page is made: its words for bonuses are the shop's own.
  setBonusName(organization?.bonus_name)
  if (organization) return children(organization)
  if (data) return <Absent />
  if (!error) return <PageSkeleton />
  return (
    <ErrorCard
      what={t('user.organizations')}
      error={error}
      sentence={problemSentence(error)}
      onRetry={() => void refetch()}
    />
  )
}

/** Not ours, or deleted. The way on is the list: the last organization may be this very one. */
function Absent() {
  const t = useText('shell')
  return (
    <>
      <PageHeader title={t('not_found.title')} />
      <EmptyState
        icon={<IconMapSearch size={32} stroke={1.5} />}
        title={t('not_found.text')}
        action={
          <Button component={PageLink} href={paths.organizations}>
            {t('switcher.all')}
          </Button>
        }
      />
    </>
  )
}
