/** The four figures of a program, each with its days and what it was before. */
import { money, moneyWhole, number, percent } from '../../text/format.ts'
import { type Text, useText } from '../../text/text.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import classes from './overview.module.css'
import type { Dashboard } from './queries.ts'
import { Sparkline } from './sparkline.tsx'

type Props = { data: Dashboard; compare: boolean; busy: boolean }

export function Kpis({ data, compare, busy }: Props) {
  const t = useText('overview')
  const { kpi, currency } = data
  const note = (text: string) => (compare ? text : undefined)
  const others = kpi.average_other_receipt.value
  return (
    <section className={classes.kpis} aria-busy={busy}>
      <StatCard
        label={t('kpi.members_turnover')}
        definition={t('kpi.members_turnover.definition')}
        value={moneyWhole(kpi.members_turnover.value, currency)}
        note={note(changeOf(kpi.members_turnover, t))}
      >
        <Sparkline values={kpi.members_turnover.by_day} />
      </StatCard>
      <StatCard
        label={t('kpi.repeat_share')}
        definition={t('kpi.repeat_share.definition')}
        value={kpi.repeat_share.value === null ? '—' : percent(kpi.repeat_share.value, 0)}
        note={note(pointsOf(kpi.repeat_share, t))}
      >
        <Sparkline values={kpi.repeat_share.by_day} />
      </StatCard>
      <StatCard
        label={t('kpi.average')}
        definition={t('kpi.average.definition')}
        value={
          kpi.average_member_receipt.value === null
            ? '—'
            : money(kpi.average_member_receipt.value, currency)
        }
        note={
          [
            note(changeOf(kpi.average_member_receipt, t)),
            others === null ? '' : t('kpi.average.others', { amount: money(others, currency) }),
          ]
            .filter(Boolean)
            .join(' · ') || undefined
        }
      >
        <Sparkline values={kpi.average_member_receipt.by_day} />
      </StatCard>
      <StatCard
        label={t('kpi.new_buyers')}
        definition={t('kpi.new_buyers.definition')}
        value={number(kpi.new_buyers.value)}
        note={note(changeOf(kpi.new_buyers, t))}
      >
        <Sparkline values={kpi.new_buyers.by_day} />
      </StatCard>
    </section>
  )
}

type Compared = { value: number | null; previous: number | null }

/** «↑ 12 % до попереднього»; from nothing there is no percent to tell. */
function changeOf({ value, previous }: Compared, t: Text<'overview'>): string {
  if (value === null || previous === null) return t('kpi.none')
  if (value === previous) return t('kpi.same')
  if (previous === 0) return t('kpi.was', { value: number(previous) })
  const change = ((value - previous) / Math.abs(previous)) * 100
  const size = { percent: percent(Math.abs(change), Math.abs(change) < 10 ? 1 : 0) }
  return change > 0 ? t('kpi.up', size) : t('kpi.down', size)
}

/** A change of a share is told in points: «↑ на 4 п. п.». */
function pointsOf({ value, previous }: Compared, t: Text<'overview'>): string {
  if (value === null || previous === null) return t('kpi.none')
  const points = Math.round((value - previous) * 10) / 10
  if (points === 0) return t('kpi.same')
  const size = { points: number(Math.abs(points), 1) }
  return points > 0 ? t('kpi.up_points', size) : t('kpi.down_points', size)
}
