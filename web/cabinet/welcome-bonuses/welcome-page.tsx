/** Gifts for newcomers: what they get, for what, and what it costs. */
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { pointsQuery } from '../../shell/points.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { bonusesQuery, figuresQuery, modeQuery } from './queries.ts'
import { WelcomeForm } from './welcome-form.tsx'

export function WelcomePage() {
  return (
    <WithOrganization>
      {(organization) => <Welcome key={organization.id} organization={organization} />}
    </WithOrganization>
  )
}

function Welcome({ organization }: { organization: Organization }) {
  const t = useText('welcome')
  const shell = useText('shell')
  const stored = useQuery(bonusesQuery(organization.id))
  const figures = useQuery(figuresQuery(organization.id))
  const general = useQuery(modeQuery(organization.id))
  const points = useQuery(pointsQuery(organization.id))
  const broken = [stored, figures, general, points].find(({ error, data }) => error && !data)
  return (
    <>
      <PageHeader title={shell('page.welcome')} purpose={t('purpose')} />
      {broken ? (
        <ErrorCard
          what={t('what')}
          error={broken.error}
          sentence={problemSentence(broken.error)}
          onRetry={() => void broken.refetch()}
        />
      ) : stored.data && figures.data && general.data && points.data ? (
        // A form is born with one version of its settings; another version makes another form.
        <WelcomeForm
          key={stored.data.version}
          organization={organization}
          stored={stored.data}
          figures={figures.data}
          points={points.data.items}
          no_bonuses={general.data.mode === 'discount'}
        />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </>
  )
}
