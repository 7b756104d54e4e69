/** The owner's inbox: what buyers wrote in the messengers, and what they thought of their visits. */
import { Badge, Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconMessages } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import { type Conversation, inboxQuery } from '../../shell/inbox.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { number, relative } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { nameOf } from './buyer-columns.tsx'
import classes from './inbox.module.css'
import { Thread } from './thread.tsx'

// A table of its own, which conversations do without.
const Ratings = lazy(() => import('./ratings.tsx').then((part) => ({ default: part.Ratings })))

const TABS = ['threads', 'ratings'] as const

export function InboxPage() {
  return (
    <WithOrganization>{(organization) => <Inbox organization={organization} />}</WithOrganization>
  )
}

function Inbox({ organization }: { organization: Organization }) {
  const t = useText('buyers')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const shown = TABS.find((tab) => tab === address.tab) ?? 'threads'
  return (
    <>
      <PageHeader title={shell('page.inbox')} purpose={t('inbox.purpose')} />
      <Tabs
        value={shown}
        onChange={(tab) => change({ tab: tab ?? undefined, page: undefined, buyer: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`inbox.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="threads">
          <Threads organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="ratings">
          <Suspense fallback={<FormSkeleton fields={4} />}>
            <Ratings organization={organization} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Threads({ organization }: { organization: Organization }) {
  const t = useText('buyers')
  const [{ buyer }, change] = useAddress()
  const { data, error, refetch } = useQuery(inboxQuery(organization.id))
  if (error && !data) {
    return (
      <ErrorCard
        what={t('inbox.what')}
        error={error}
        sentence={problemSentence(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <FormSkeleton fields={4} />
  if (data.items.length === 0 && !buyer) return <NoThreads organization={organization} />
  const open = data.items.find((one) => one.buyer_id === buyer)
  return (
    <div className={classes.inbox} data-open={buyer ? true : undefined}>
      <ul className={classes.list} aria-label={t('inbox.tab.threads')}>
        {data.items.map((one) => (
          <li key={one.buyer_id}>
            <Line conversation={one} open={one.buyer_id === buyer} onOpen={change} />
          </li>
        ))}
      </ul>
      {buyer ? (
        <section className={classes.open} aria-label={nameOf(open?.name ?? '', t)}>
          <div className={classes.head}>
            <Button
              variant="subtle"
              size="sm"
              className={classes.back}
              leftSection={<IconArrowLeft size={18} stroke={1.75} />}
              onClick={() => change({ buyer: undefined }, { step: true })}
            >
              {t('inbox.back')}
            </Button>
            <PageLink href={paths.buyer_by_id(organization.id, buyer)} className={classes.name}>
              {nameOf(open?.name ?? '', t)}
            </PageLink>
            <span className={classes.muted}>{open?.phone_masked}</span>
          </div>
          <Thread key={buyer} organization={organization} buyer_id={buyer} />
        </section>
      ) : (
        <p className={classes.choose}>{t('inbox.choose')}</p>
      )}
    </div>
  )
}

const messengers = { telegram: 'Telegram', viber: 'Viber' } as const
type LineProps = {
  conversation: Conversation
  open: boolean
  onOpen: ReturnType<typeof useAddress>[1]
}

function Line({ conversation: one, open, onOpen }: LineProps) {
  const t = useText('buyers')
  return (
    <button
      type="button"
      className={classes.line}
      aria-current={open || undefined}
      onClick={() => onOpen({ buyer: one.buyer_id }, { step: true })}
    >
      <span className={classes.lineHead}>
        <span className={classes.name}>{nameOf(one.name, t)}</span>
        {one.unread > 0 ? (
          <Badge size="md" aria-label={t('inbox.unread', { number: one.unread })}>
            {number(one.unread)}
          </Badge>
        ) : null}
      </span>
      <span className={classes.snippet}>
        {one.direction === 'out' ? t('inbox.you', { text: one.text }) : one.text}
      </span>
      <span className={classes.muted}>
        {[messengers[one.type], one.phone_masked, relative(one.created_at)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  )
}

function NoThreads({ organization }: { organization: Organization }) {
  const t = useText('buyers')
  return (
    <EmptyState
      icon={<IconMessages size={32} stroke={1.5} />}
      title={t('inbox.empty')}
      text={t('inbox.empty.text')}
      action={
        <Button component={PageLink} href={paths.bots(organization.id)}>
          {t('inbox.empty.bots')}
        </Button>
      }
    />
  )
}
