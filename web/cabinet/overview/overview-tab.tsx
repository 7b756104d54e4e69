/** How the program is doing in a period: figures first, the chart in its own chunk after them. */
import { Button, Card, NativeSelect, Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconReceipt } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { type Address, type ChangeAddress, useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import { useOpenDemo } from '../../shell/demo.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { pointsQuery } from '../../shell/points.ts'
import { counted, day, money, today, zoneName } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { type Period, PeriodPicker, periodOf } from '../../ui/period-picker.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { Attention } from './attention.tsx'
import { BonusFlow } from './bonus-flow.tsx'
import { Checklist } from './checklist.tsx'
import { Kpis } from './kpis.tsx'
import classes from './overview.module.css'
import { PointsTable } from './points-table.tsx'
import { type Dashboard, dashboardQuery } from './queries.ts'

// Charts are heavy: they come after the figures.
const DaysChart = lazy(async () => ({ default: (await import('./days-chart.tsx')).DaysChart }))

// It reads every receipt of the period: it comes after the figures too.
const ProgramCard = lazy(async () => ({
  default: (await import('./program-card.tsx')).ProgramCard,
}))

const DAY = /^\d{4}-\d{2}-\d{2}$/

function periodIn(address: Address, now: string): Period {
  const { from, to } = address
  return from && to && DAY.test(from) && DAY.test(to) ? { from, to } : periodOf('days30', now)
}

export function OverviewTab({ organization }: { organization: Organization }) {
  const t = useText('overview')
  const [address, change] = useAddress()
  const now = today(organization.timezone)
  const period = periodIn(address, now)
  const compare = address.compare !== 'off'
  const query = useQuery(
    dashboardQuery(organization.id, {
      start_date: period.from,
      end_date: period.to,
      pos_id: address.pos || undefined,
    }),
  )
  const { data } = query
  return (
    <div className={classes.blocks}>
      <Checklist organization={organization} hasReceipts={data?.has_receipts} />
      <Controls organization={organization} now={now} period={period} onChange={change} />
      {query.error && !data ? (
        <ErrorCard
          what={t('what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.isPending ? (
        <>
          <CardsSkeleton count={4} />
          <Skeleton h={340} radius="lg" />
        </>
      ) : null}
      {data && !data.has_receipts ? <NoReceipts organization={organization} data={data} /> : null}
      {data?.has_receipts ? (
        <Figures
          organization={organization}
          data={data}
          compare={compare}
          now={now}
          busy={query.isPlaceholderData}
        />
      ) : null}
    </div>
  )
}

type ControlsProps = {
  organization: Organization
  now: string
  period: Period
  onChange: ChangeAddress
}

function Controls({ organization, now, period, onChange }: ControlsProps) {
  const t = useText('overview')
  const [address] = useAddress()
  const points = useQuery(pointsQuery(organization.id))
  return (
    <div className={classes.controls}>
      <PeriodPicker
        value={period}
        today={now}
        onChange={({ from, to }) => onChange({ from, to })}
      />
      {(points.data?.items.length ?? 0) > 1 ? (
        <NativeSelect
          size="md"
          aria-label={t('filter.pos')}
          value={address.pos ?? ''}
          onChange={(event) => onChange({ pos: event.currentTarget.value })}
          data={[
            { value: '', label: t('filter.pos.any') },
            ...(points.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      <Switch
        label={t('compare')}
        checked={address.compare !== 'off'}
        onChange={(event) => onChange({ compare: event.currentTarget.checked ? undefined : 'off' })}
      />
      <span className={classes.note}>{t('zone', { zone: zoneName(organization.timezone) })}</span>
    </div>
  )
}

type FiguresProps = {
  organization: Organization
  data: Dashboard
  compare: boolean
  now: string
  busy: boolean
}

function Figures({ organization, data, compare, now, busy }: FiguresProps) {
  const t = useText('overview')
  const [address] = useAddress()
  return (
    <>
      <div className={classes.note}>
        {t('today', {
          receipts: counted('receipt', data.today.receipts),
          amount: money(data.today.turnover, organization.currency),
        })}
        {compare
          ? ` · ${t('compare.days', {
              from: day(data.previous_start_date),
              to: day(data.previous_end_date),
            })}`
          : ''}
      </div>
      <Kpis data={data} compare={compare} busy={busy} />
      <div className={classes.pair} aria-busy={busy}>
        <div className={classes.blocks}>
          <Suspense fallback={<Skeleton h={446} radius="lg" />}>
            <DaysChart data={data} compare={compare} today={now} />
          </Suspense>
          <PointsTable organization={organization} data={data} />
          <Suspense fallback={<Skeleton h={320} radius="lg" />}>
            <ProgramCard
              compare={compare}
              ask={{
                organization_id: organization.id,
                start_date: data.start_date,
                end_date: data.end_date,
                pos_id: address.pos || undefined,
              }}
            />
          </Suspense>
        </div>
        <div className={classes.blocks}>
          <BonusFlow data={data} />
          <Attention organization={organization} data={data} />
        </div>
      </div>
    </>
  )
}

function NoReceipts({ organization, data }: { organization: Organization; data: Dashboard }) {
  const t = useText('overview')
  const demo = useOpenDemo()
  return (
    <>
      <Card>
        <EmptyState
          icon={<IconReceipt size={32} stroke={1.5} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <>
              <Button component={PageLink} href={paths.till}>
                {t('empty.till')}
              </Button>
              <Button component={PageLink} href={paths.pos(organization.id)} variant="default">
                {t('empty.cashier')}
              </Button>
              {organization.is_demo ? null : (
                <Button variant="subtle" loading={demo.isPending} onClick={() => demo.mutate()}>
                  {t('empty.demo')}
                </Button>
              )}
            </>
          }
        />
      </Card>
      {data.attention.some((one) => one.kind !== 'no_receipts_today') ? (
        <Attention organization={organization} data={data} />
      ) : null}
    </>
  )
}
