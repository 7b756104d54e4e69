/** Before anything is sent: how many get it, how long it takes, what it costs. */
import { Anchor, Card } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { dateTime, money, number, time } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import classes from './posts.module.css'
import { type Audience, estimateQuery } from './queries.ts'

type Props = {
  organization: Organization
  audience: Audience
  /** Plans it for a moment of the shop's own clock. */
  onPlan: (local: string) => void
}
const MINUTE = 60

export function ReachCard({ organization, audience, onPlan }: Props) {
  const t = useText('mailings')
  const [asked] = useDebouncedValue(audience, 400)
  const { data, error } = useQuery(estimateQuery(organization.id, asked))
  const reached = data ? data.telegram + data.viber : 0
  return (
    <Card padding="lg" className={classes.card} component="section" aria-label={t('reach.title')}>
      <h2 className={classes.cardTitle}>{t('reach.title')}</h2>
      {error && !data ? <p className={classes.quiet}>{problemSentence(error)}</p> : null}
      {data ? (
        <>
          <p className={classes.main} role="status">
            {t('reach.main', { reached: number(reached), total: number(data.total) })}
          </p>
          <dl className={classes.figures}>
            <Line label={t('reach.telegram')} value={data.telegram} />
            {data.viber > 0 ? (
              <Line
                label={t('reach.viber', { cost: money(data.viber_cents / 100, 'EUR') })}
                value={data.viber}
              />
            ) : null}
            <Line label={t('reach.no_consent')} value={data.no_consent} />
            <Line label={t('reach.unreachable')} value={data.unreachable} />
            {data.blocked > 0 ? <Line label={t('reach.blocked')} value={data.blocked} /> : null}
            {data.capped > 0 ? <Line label={t('reach.capped')} value={data.capped} /> : null}
          </dl>
          {reached > 0 ? (
            <p className={classes.quiet}>
              {t('reach.seconds', { time: lasting(data.seconds, t) })}. {t('reach.cap')}
            </p>
          ) : null}
          {data.best_local ? <BestMoment local={data.best_local} onPlan={onPlan} /> : null}
          {data.quiet_until ? (
            <p className={classes.quiet}>
              {t('reach.quiet', { time: time(data.quiet_until, organization.timezone) })}
            </p>
          ) : null}
        </>
      ) : null}
    </Card>
  )
}

/** When they buy most, as their receipts tell. */
function BestMoment({ local, onPlan }: { local: string; onPlan: Props['onPlan'] }) {
  const t = useText('mailings')
  // The clock of the shop has no zone here: read as one, it shows what it says.
  const moment = dateTime(`${local}:00Z`, 'UTC')
  return (
    <p className={classes.quiet}>
      {t('best.hint', { moment })}{' '}
      <Anchor component="button" type="button" onClick={() => onPlan(local)} inherit>
        {t('best.act')}
      </Anchor>
    </p>
  )
}

function Line({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{number(value)}</dd>
    </div>
  )
}

const lasting = (seconds: number, t: Text<'mailings'>) =>
  seconds < MINUTE
    ? t('time.seconds', { count: Math.max(1, seconds) })
    : t('time.minutes', { count: Math.ceil(seconds / MINUTE) })
