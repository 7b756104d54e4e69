/** Where bonuses went in the period, and what the shop owes now. */
import { Card, Title, Tooltip } from '@mantine/core'
import { counted, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './overview.module.css'
import type { Dashboard } from './queries.ts'

const BARS = [
  { key: 'accrued', color: 'var(--v-chart-2)' },
  { key: 'spent', color: 'var(--v-chart-4)' },
  { key: 'expired', color: 'var(--v-chart-3)' },
] as const

export function BonusFlow({ data }: { data: Dashboard }) {
  const t = useText('overview')
  const { totals, liability } = data
  const most = Math.max(1, ...BARS.map(({ key }) => totals[key]))
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="md">
        {t('flow.title')}
      </Title>
      <div className={classes.flow}>
        {BARS.map(({ key, color }) => (
          <div key={key} className={classes.bar}>
            <span>{t(`flow.${key}`)}</span>
            <strong className="v-tabular">{number(totals[key])}</strong>
            <div className={classes.track} aria-hidden>
              <div
                className={classes.fill}
                style={{ width: `${Math.max(0, (totals[key] / most) * 100)}%`, background: color }}
              />
            </div>
          </div>
        ))}
      </div>
      <div className={classes.liability}>
        <Tooltip label={t('flow.liability.definition')} multiline maw={280}>
          <button
            type="button"
            className={classes.term}
            aria-label={`${t('flow.liability')}: ${t('flow.liability.definition')}`}
          >
            {t('flow.liability')}
          </button>
        </Tooltip>
        <strong className={classes.owed}>◐ {counted('bonus', liability.balance)}</strong>
        <div className={classes.note}>
          {t('flow.expiring', { amount: number(liability.expiring_30d) })}
        </div>
        {liability.debt ? (
          <div className={classes.note}>{t('flow.debt', { amount: number(liability.debt) })}</div>
        ) : null}
      </div>
    </Card>
  )
}
