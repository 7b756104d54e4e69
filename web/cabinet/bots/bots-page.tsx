/** The shop's bot: its messengers, what it says, and the posters that bring people to it. */
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { BotForm } from './bot-form.tsx'
import classes from './bots.module.css'
import { MessengerCard } from './messenger-card.tsx'
import { Posters } from './posters.tsx'
import { botQuery } from './queries.ts'

export function BotsPage() {
  return (
    <WithOrganization>{(organization) => <Bots organization={organization} />}</WithOrganization>
  )
}

function Bots({ organization }: { organization: Organization }) {
  const t = useText('bots')
  const shell = useText('shell')
  const { data: bot, error, refetch } = useQuery(botQuery(organization.id))
  return (
    <>
      <PageHeader title={shell('page.bots')} purpose={t('purpose')} />
      {bot ? (
        <div className={classes.page}>
          <div className={classes.messengers}>
            <MessengerCard bot={bot} type="telegram" />
            <MessengerCard bot={bot} type="viber" />
          </div>
          <Posters organization={organization} />
          <BotForm key={bot.version} bot={bot} />
        </div>
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
