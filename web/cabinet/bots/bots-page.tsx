/** The shop's bot: its messengers, what it says, and the posters that bring people to it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconRobot } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { needsTariff, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
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
            <MessengerCard bot={bot} type="telegram" organization={organization} />
            <MessengerCard bot={bot} type="viber" organization={organization} />
          </div>
          <Posters organization={organization} />
          <BotForm key={bot.version} bot={bot} />
        </div>
      ) : needsTariff(error) ? (
        <EmptyState
          icon={<IconRobot size={32} stroke={1.5} />}
          title={problemSentence(error)}
          action={
            <Button component={PageLink} href={paths.tariff(organization.id)}>
              {shell('problem.tariff')}
            </Button>
          }
        />
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
