/** What a period brought: by days, weeks or months; by kinds of movements; and what is owed now. */
import { NativeSelect, SegmentedControl, Tabs } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { today } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { GROUPS, scopeOf, SPLITS, type StatsAsked, statsAskOf } from './asked.ts'
import { ExportMenu } from './export-menu.tsx'
import { PeriodBar } from './period-bar.tsx'
import { PresetsMenu } from './presets-menu.tsx'
import { Find, PosFilter } from './scope-filters.tsx'
import classes from './reports.module.css'
import { type Kept, WithReportOptions } from './with-report-options.tsx'

// Each tab comes after the page: the chart of the first is heavy, the others are looked at less.
const TimeTab = lazy(async () => ({ default: (await import('./time-tab.tsx')).TimeTab }))
const KindsTab = lazy(async () => ({ default: (await import('./kinds-tab.tsx')).KindsTab }))
const AccountsTab = lazy(async () => ({
  default: (await import('./accounts-tab.tsx')).AccountsTab,
}))

const TABS = ['time', 'kinds', 'accounts'] as const

export type TabProps = {
  organization: Organization
  asked: StatsAsked
  kept: Kept
  /** Changes the address and goes back to the first page. */
  set: (changes: Record<string, string | undefined>) => void
}

export function PeriodPage() {
  return (
    <WithReportOptions>
      {(organization, kept) => <Report organization={organization} kept={kept} />}
    </WithReportOptions>
  )
}

function Report({ organization, kept }: { organization: Organization; kept: Kept }) {
  const t = useText('reports')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const tab = TABS.find((one) => one === address.tab) ?? 'time'
  const asked = statsAskOf(address, today(organization.timezone), kept)
  const set: TabProps['set'] = (changes) => change({ ...changes, page: undefined })
  const props = { organization, asked, set, kept }
  return (
    <>
      <PageHeader
        title={shell('page.period')}
        purpose={t('period.purpose')}
        actions={
          <>
            <PresetsMenu
              organization={organization}
              kept={kept}
              report="period"
              period={{ from: asked.start_date, to: asked.end_date }}
              days={['start_date', 'end_date']}
            />
            <ExportMenu ask={{ organization_id: organization.id, ...exportOf(tab, asked) }} />
          </>
        }
      />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => set({ tab: next === 'time' ? undefined : (next ?? undefined) })}
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`period.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tab === 'accounts' ? null : (
          <Narrow {...props}>{tab === 'time' ? <Steps {...props} /> : null}</Narrow>
        )}
        <Suspense fallback={<TableSkeleton />}>
          <Tabs.Panel value="time">
            <TimeTab {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="kinds">
            <KindsTab {...props} />
          </Tabs.Panel>
          <Tabs.Panel value="accounts">
            <AccountsTab {...props} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </>
  )
}

/** Which receipts and movements the figures are of. */
function Narrow({ organization, asked, set, children }: TabProps & { children: ReactNode }) {
  return (
    <>
      <PeriodBar
        organization={organization}
        period={{ from: asked.start_date, to: asked.end_date }}
        onChange={({ from, to }) => set({ start_date: from, end_date: to })}
      />
      <div className={classes.narrow}>
        <PosFilter organization={organization} value={asked.pos_id} onChange={set} />
        {children}
        <Find key={asked.phone ?? ''} phone={asked.phone} onFind={set} />
      </div>
    </>
  )
}

/** How the days are added up. */
function Steps({ asked, set }: TabProps) {
  const t = useText('reports')
  const { group, by } = asked
  return (
    <>
      <NativeSelect
        size="md"
        label={t('period.by')}
        value={by}
        onChange={(event) =>
          set({ by: event.currentTarget.value === 'none' ? undefined : event.currentTarget.value })
        }
        data={SPLITS.map((one) => ({ value: one, label: t(`period.by.${one}`) }))}
      />
      <SegmentedControl
        aria-label={t('period.group')}
        value={group}
        onChange={(next) => set({ group: next === 'day' ? undefined : next })}
        data={GROUPS.map((one) => ({ value: one, label: t(`period.group.${one}`) }))}
      />
    </>
  )
}

/** The file of a tab: kinds are downloaded as the movements they add up. */
function exportOf(tab: (typeof TABS)[number], asked: StatsAsked) {
  const { group, by, phone } = asked
  if (tab === 'accounts') return { report: 'accounts' as const, phone }
  const scope = scopeOf(asked)
  return tab === 'time'
    ? { report: 'period' as const, ...scope, group, by }
    : { report: 'transactions' as const, ...scope }
}
