/** What buyers are told by itself: a switch for each, and a drawer for its words and its hour. */
import { Alert, Badge, Button, Switch } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { eventOf, notificationEvents } from '#contract/notification-events.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { toast } from '../../shell/toasts.tsx'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { useChoice } from '../../ui/use-choice.ts'
import { useFilters } from '../../ui/use-filters.ts'
import classes from './auto.module.css'
import { EventDrawer } from './event-drawer.tsx'
import { type Notification, notificationsQuery, useSave } from './queries.ts'

export function AutoPage() {
  return (
    <WithOrganization>
      {(organization) => <Auto key={organization.id} organization={organization} />}
    </WithOrganization>
  )
}

const groups = [...new Set(notificationEvents.map(({ group }) => group))]
const closed = { event: '' }

function Auto({ organization }: { organization: Organization }) {
  const t = useText('auto')
  const shell = useText('shell')
  const { data, error, refetch } = useQuery(notificationsQuery(organization.id))
  const { values, set } = useFilters(closed)
  const edited = data?.items.find(({ code }) => code === values.event)
  return (
    <>
      <PageHeader title={shell('page.auto')} purpose={t('purpose')} />
      {error && !data ? (
        <ErrorCard
          what={t('what')}
          error={error}
          sentence={problemSentence(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data ? null : <FormSkeleton />}
      {data && !data.has_bot ? <NoBot organization={organization} /> : null}
      {data ? (
        <div className={classes.groups}>
          {groups.map((group) => (
            <Section key={group} title={t(`group.${group}`)}>
              <ul className={classes.rows}>
                {data.items
                  .filter(({ code }) => eventOf(code).group === group)
                  .map((item) => (
                    <EventRow
                      key={item.code}
                      item={item}
                      organization={organization}
                      onEdit={() => set({ event: item.code })}
                    />
                  ))}
              </ul>
            </Section>
          ))}
        </div>
      ) : null}
      <EventDrawer
        organization={organization}
        notification={edited}
        onClose={(sure) => set({ event: '' }, { sure })}
      />
    </>
  )
}

type RowProps = { item: Notification; organization: Organization; onEdit: () => void }

function EventRow({ item, organization, onEdit }: RowProps) {
  const t = useText('auto')
  const save = useSave(organization.id)
  const { code, when, sent } = item
  const event = eventOf(code)
  const name = t(`event.${code}`)
  const [shown, choose] = useChoice({ on: item.on })
  const turn = (on: boolean) =>
    choose({ on }, save.mutateAsync({ code, on }, { onError: toast.problem }))
  const hour = event.when ? (when ? t(`at.${event.when.unit}`, { count: when }) : t('at.once')) : ''
  const told = [hour, sent > 0 ? t('sent', { count: sent }) : ''].filter((part) => part !== '')
  return (
    <li className={classes.row}>
      <Switch
        size="md"
        className={classes.switch}
        label={name}
        description={told.join(' · ') || undefined}
        checked={shown.on}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      <Badge color={event.about === 'advertising' ? 'blue' : 'stone'} className={classes.badge}>
        {t(event.about === 'advertising' ? 'about.advertising' : 'about.service')}
      </Badge>
      <Button variant="default" size="sm" onClick={onEdit} aria-label={t('edit.of', { name })}>
        {t('edit')}
      </Button>
    </li>
  )
}

function NoBot({ organization }: { organization: Organization }) {
  const t = useText('auto')
  return (
    <Alert color="blue" icon={<IconInfoCircle size={20} />} mb="lg" title={t('no_bot.title')}>
      <p className={classes.alert}>{t('no_bot.text')}</p>
      <Button component={PageLink} variant="default" size="sm" href={paths.bots(organization.id)}>
        {t('no_bot.open')}
      </Button>
    </Alert>
  )
}
