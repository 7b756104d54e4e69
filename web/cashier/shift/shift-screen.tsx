/** The shift in figures: since signing in, or since the beginning of the day. Not a cash report. */
import { Button, SegmentedControl, Skeleton, Switch } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { dateTime, today } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { useQueue } from '../queue/queue.ts'
import type { TillPos, TillSession } from '../session/session.ts'
import { Keys } from '../shell/kbd.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { tillCall } from '../shell/till-call.ts'
import { useKeys } from '../shell/use-keys.ts'
import { withQueries } from '../shell/with-queries.tsx'
import { startOfDay } from './day-start.ts'
import { printShift } from './print-shift.tsx'
import { ShiftFigures } from './shift-figures.tsx'
import classes from './shift.module.css'

type Props = { session: TillSession; pos: TillPos; onBack: () => void }

const shiftQuery = (pos_id: string, from: string, all: boolean) =>
  queryOptions({
    queryKey: ['till', 'shift', pos_id, from, all],
    queryFn: ({ signal }) =>
      tillCall('GET /pos-api/v1/shift', {
        query: { from, pos_id, ...(all && { all_cashiers: 'true' as const }) },
        signal,
      }),
    staleTime: 0,
  })

function Shift({ session, pos, onBack }: Props) {
  const t = useText('cashier')
  const shop = session.organization
  const [since, setSince] = useState<'login' | 'day'>('login')
  const [all, setAll] = useState(false)
  const from =
    since === 'login' ? session.signed_in_at : startOfDay(today(shop.timezone), shop.timezone)
  const { count } = useQueue().summary
  const query = useQuery(shiftQuery(pos.id, from, all))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const print = () => {
    if (query.data) printShift(query.data, session, pos, all)
  }
  useKeys({ escape: onBack, print })
  return (
    <main className={classes.screen}>
      <ScreenHead
        title={t('shift.title')}
        heading={title}
        purpose={t('shift.purpose', { from: dateTime(from, shop.timezone) })}
        onBack={onBack}
      >
        <Button
          h={48}
          variant="default"
          disabled={!query.data}
          leftSection={<IconPrinter size={20} stroke={1.75} />}
          rightSection={<Keys>Ctrl+P</Keys>}
          onClick={print}
        >
          {t('shift.print')}
        </Button>
      </ScreenHead>
      <div className={classes.controls}>
        <SegmentedControl
          size="md"
          aria-label={t('shift.since')}
          value={since}
          data={[
            { value: 'login', label: t('shift.since_login') },
            { value: 'day', label: t('shift.since_day') },
          ]}
          onChange={(value) => setSince(value)}
        />
        <Switch
          size="md"
          label={t('shift.all')}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </div>
      {count > 0 ? <p className={classes.queue}>{t('queue.stay', { count })}</p> : null}
      {query.isError && !query.data ? (
        <ErrorCard
          what={t('shift.what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <ShiftFigures shift={query.data} shop={shop} />
      ) : (
        <Skeleton h={320} radius="lg" />
      )}
    </main>
  )
}

export const ShiftScreen = withQueries(Shift)
