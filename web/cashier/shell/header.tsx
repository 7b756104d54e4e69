/** Where, who, how the line is; the two other screens; help and settings. */
import { ActionIcon, Button } from '@mantine/core'
import {
  IconClock,
  IconCloudUpload,
  IconHelp,
  IconReceipt,
  IconSettings,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import type { TillPos, TillSession } from '../session/session.ts'
import { useQueue } from '../queue/queue.ts'
import { useConnection } from './connection.ts'
import classes from './header.module.css'
import { Keys } from './kbd.tsx'
import { LanguageSelect, ThemeButton } from './look-controls.tsx'
import { Mark } from './mark.tsx'
import { prefer, usePreferences } from './preferences.ts'

export type View = 'sale' | 'queue' | 'receipts' | 'shift'

type Props = {
  session: TillSession
  pos: TillPos
  view: View
  onView: (view: View) => void
  onHelp: () => void
  onSettings: () => void
}

export function Header({ session, pos, view, onView, onHelp, onSettings }: Props) {
  const t = useText('cashier')
  const { sound } = usePreferences()
  const { count, refused } = useQueue().summary
  const go = (to: View) => onView(view === to ? 'sale' : to)
  return (
    <header className={classes.header}>
      <div className={classes.where}>
        <Mark />
        <div className={classes.names}>
          <strong>{pos.name}</strong>
          <span>
            <span className={classes.cashier}>{session.manager.name} · </span>
            <Dot />
          </span>
        </div>
      </div>
      <nav className={classes.views} aria-label={t('head.views')}>
        {count > 0 || view === 'queue' ? (
          <ViewButton
            name={t('head.queue', { count })}
            keys="F7"
            now={view === 'queue'}
            urgent={refused > 0}
            onClick={() => go('queue')}
          >
            <IconCloudUpload size={20} stroke={1.75} />
          </ViewButton>
        ) : null}
        <ViewButton
          name={t('head.receipts')}
          keys="F8"
          now={view === 'receipts'}
          onClick={() => go('receipts')}
        >
          <IconReceipt size={20} stroke={1.75} />
        </ViewButton>
        <ViewButton
          name={t('head.shift')}
          keys="F9"
          now={view === 'shift'}
          onClick={() => go('shift')}
        >
          <IconClock size={20} stroke={1.75} />
        </ViewButton>
      </nav>
      <div className={classes.tools}>
        <span className={classes.wide}>
          <ThemeButton />
          <LanguageSelect compact />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={48}
            aria-label={t(sound ? 'head.sound_on' : 'head.sound_off')}
            aria-pressed={sound}
            onClick={() => prefer({ sound: !sound })}
          >
            {sound ? (
              <IconVolume size={20} stroke={1.75} />
            ) : (
              <IconVolumeOff size={20} stroke={1.75} />
            )}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={48}
            aria-label={t('head.help')}
            onClick={onHelp}
          >
            <IconHelp size={20} stroke={1.75} />
          </ActionIcon>
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={48}
          aria-label={t('head.settings')}
          onClick={onSettings}
        >
          <IconSettings size={20} stroke={1.75} />
        </ActionIcon>
      </div>
    </header>
  )
}

type ViewProps = {
  name: string
  keys: string
  now: boolean
  /** Something in it is for the cashier to do. */
  urgent?: boolean
  onClick: () => void
  children: React.ReactNode
}

function ViewButton({ name, keys, now, urgent = false, onClick, children }: ViewProps) {
  return (
    <Button
      className={classes.view}
      variant={now ? 'light' : 'subtle'}
      color={urgent ? 'kalyna' : now ? undefined : 'gray'}
      h={48}
      px="sm"
      aria-pressed={now}
      leftSection={children}
      rightSection={<Keys>{keys}</Keys>}
      onClick={onClick}
    >
      {name}
    </Button>
  )
}

function Dot() {
  const t = useText('cashier')
  const state = useConnection()
  const { count } = useQueue().summary
  const line = t(`head.${state}`)
  const said = count > 0 ? t('head.waiting', { line, count }) : line
  return (
    <span
      className={classes.dot}
      data-state={state}
      role="status"
      aria-label={t('head.connection', { state: said })}
    >
      {said}
    </span>
  )
}
