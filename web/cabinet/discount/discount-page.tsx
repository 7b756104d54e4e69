/** The cumulative discount: the more a buyer has bought, the more is taken off. */
import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconInfoCircle } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { LadderForm } from './ladder-form.tsx'
import { bonusesQuery, generalQuery } from './queries.ts'

export function DiscountPage() {
  return (
    <WithOrganization>
      {(organization) => <Discount organization={organization} />}
    </WithOrganization>
  )
}

function Discount({ organization }: { organization: Organization }) {
  const t = useText('discount')
  const shell = useText('shell')
  const general = useQuery(generalQuery(organization.id))
  const { data, error, refetch } = useQuery(bonusesQuery(organization.id))
  return (
    <>
      <PageHeader title={shell('page.discount')} purpose={t('purpose')} />
      {general.data?.mode === 'bonus' ? (
        <Alert color="honey" icon={<IconInfoCircle size={20} />} mb="lg">
          {t('off')}{' '}
          <Anchor component={PageLink} href={paths.settings(organization.id)} td="underline">
            {t('off.action')}
          </Anchor>
        </Alert>
      ) : null}
      {data ? (
        // A form is born with one version of its settings; another version makes another form.
        <LadderForm key={data.version} organization={organization} stored={data} />
      ) : error ? (
        <ErrorCard
          what={t('what')}
          error={error}
          sentence={problemSentence(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </>
  )
}
