/** How the electronic card looks, beside the very picture that the bots send. */
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { CardForm } from './card-form.tsx'
import { botQuery } from './queries.ts'

export function CardPage() {
  return (
    <WithOrganization>{(organization) => <Card organization={organization} />}</WithOrganization>
  )
}

function Card({ organization }: { organization: Organization }) {
  const t = useText('bots')
  const shell = useText('shell')
  const { data: bot, error, refetch } = useQuery(botQuery(organization.id))
  return (
    <>
      <PageHeader title={shell('page.client_card')} purpose={t('card.purpose')} />
      {bot ? (
        <CardForm key={bot.version} organization={organization} bot={bot} />
      ) : error ? (
        <ErrorCard
          what={t('card.what')}
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
