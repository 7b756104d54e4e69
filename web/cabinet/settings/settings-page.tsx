import { Tabs } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { bonusesQuery, generalQuery, notificationsQuery } from './queries.ts'

// One tab is looked at, mostly.
const GeneralForm = lazy(async () => ({
  default: (await import('./general-form.tsx')).GeneralForm,
}))
const BonusesForm = lazy(async () => ({
  default: (await import('./bonuses-form.tsx')).BonusesForm,
}))
const NotificationsForm = lazy(async () => ({
  default: (await import('./notifications-form.tsx')).NotificationsForm,
}))

const TABS = ['general', 'bonuses', 'notifications'] as const

export function SettingsPage() {
  return (
    <WithOrganization>
      {(organization) => <Settings organization={organization} />}
    </WithOrganization>
  )
}

function Settings({ organization }: { organization: Organization }) {
  const t = useText('settings')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const shown = TABS.find((tab) => tab === address.tab) ?? 'general'
  return (
    <>
      <PageHeader title={shell('page.settings')} purpose={t('purpose')} />
      <Tabs value={shown} keepMounted={false} onChange={(tab) => change({ tab: tab ?? undefined })}>
        <Tabs.List mb="xl">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralTab organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="bonuses">
          <BonusesTab organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsTab organization={organization} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

type TabProps = { organization: Organization }

// A form is born with one version of its settings; another version makes another form.
function GeneralTab({ organization }: TabProps) {
  return (
    <Loaded query={useQuery(generalQuery(organization.id))}>
      {(stored) => <GeneralForm key={stored.version} organization={organization} stored={stored} />}
    </Loaded>
  )
}

function BonusesTab({ organization }: TabProps) {
  const general = useQuery(generalQuery(organization.id))
  return (
    <Loaded query={useQuery(bonusesQuery(organization.id))}>
      {(stored) => (
        <BonusesForm
          key={stored.version}
          organization={organization}
          stored={stored}
          mode={general.data?.mode ?? 'bonus'}
        />
      )}
    </Loaded>
  )
}

function NotificationsTab({ organization }: TabProps) {
  return (
    <Loaded query={useQuery(notificationsQuery(organization.id))}>
      {(stored) => (
        <NotificationsForm key={stored.version} organization={organization} stored={stored} />
      )}
    </Loaded>
  )
}

type LoadedProps<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode }

function Loaded<T>({ query, children }: LoadedProps<T>) {
  const t = useText('settings')
  if (query.data) {
    return <Suspense fallback={<FormSkeleton fields={6} />}>{children(query.data)}</Suspense>
  }
  if (!query.error) return <FormSkeleton fields={6} />
  return (
    <ErrorCard
      what={t('what')}
      error={query.error}
      sentence={problemSentence(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}
