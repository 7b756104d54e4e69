/** What the cashier is told of the line and of the sales that wait: once aloud, and while it lasts. */
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../text/text.ts'
import { type Queue, useQueue } from '../queue/queue.ts'
import { type Connection, useConnection } from './connection.ts'
import classes from './workplace.module.css'

/** `onQueue` is absent where the queue itself is shown: there the sentence would be said twice. */
export function Line({ onQueue }: { onQueue: (() => void) | undefined }) {
  const t = useText('cashier')
  const { summary } = useQueue()
  const text =
    summary.refused > 0
      ? t('queue.needs_you', { count: summary.refused })
      : summary.age === 'fresh'
        ? undefined
        : t(`queue.${summary.age}`)
  return (
    <>
      <p className="v-sr" role="status" aria-live="polite">
        {useAnnouncement(useConnection(), summary)}
      </p>
      {text && onQueue ? (
        <p className={classes.license}>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          {text}
          <Button variant="default" h={40} onClick={onQueue}>
            {t('queue.open')}
          </Button>
        </p>
      ) : null}
    </>
  )
}

/** Said when the line goes and comes, and when the last sale has left the queue. */
function useAnnouncement(state: Connection, { waiting }: Queue['summary']): string {
  const t = useText('cashier')
  const [said, setSaid] = useState('')
  const before = useRef({ offline: state === 'offline', waiting })
  useEffect(() => {
    const offline = state === 'offline'
    const was = before.current
    before.current = { offline, waiting }
    if (offline !== was.offline) {
      const back = waiting > 0 ? t('offline.back_sending', { count: waiting }) : t('offline.back')
      setSaid(offline ? t('offline.state') : back)
    } else if (waiting === 0 && was.waiting > 0) setSaid(t('offline.sent'))
  }, [state, waiting, t])
  return said
}
