import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dateTime } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import classes from './account.module.css'

/** Here the reader's own clock is right: these are the owner's acts, not a shop's. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function SecurityEvents() {
  const t = useText('account')
  const query = useQuery({
    queryKey: ['security-events'],
    queryFn: ({ signal }) => call('GET /api/v1/user/security_events', { signal }),
  })
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        {t('events.section')}
      </Title>
      {query.error && !query.data ? (
        <ErrorCard
          what={t('events.what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <ul className={classes.rows}>
          {query.data.items.map((event) => (
            <li key={event.id} className={classes.row}>
              <div>
                <div className={classes.rowTitle}>{t(`events.${event.kind}`)}</div>
                <div className={classes.rowLine}>
                  {[dateTime(event.at, zone), event.device, event.ip].filter(Boolean).join(' · ')}
                </div>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <TableSkeleton rows={4} />
      )}
    </section>
  )
}
