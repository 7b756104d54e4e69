/** Gives a page the organization of its address; an unknown one gets the 404 page in the same frame. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { ErrorCard } from '../ui/error-card.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { type Organization, organizationsQuery } from './organizations.ts'

type Props = { children: (organization: Organization) => ReactNode }

export function WithOrganization({ children }: Props) {
  const t = useText('shell')
  const { id } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useQuery(organizationsQuery)
  const organization = data?.items.find((one) => one.id === id)
  if (organization) return children(organization)
  if (data) return <NotFoundPage />
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
