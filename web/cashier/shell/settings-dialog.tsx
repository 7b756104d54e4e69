/** What this device likes, and the ways out of the till. */
import { Button, SegmentedControl, Stack, Switch } from '@mantine/core'
import { IconBuildingStore, IconKeyboard, IconLock, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { ThemeToggle } from '../../shell/theme-toggle.tsx'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { useQueue } from '../queue/queue.ts'
import { choosePos, lock, type TillSession } from '../session/session.ts'
import { leaveTill } from './leave-till.ts'
import { LanguageSelect } from './look-controls.tsx'
import { prefer, usePreferences } from './preferences.ts'
import classes from './workplace.module.css'
import { TillModal } from './till-modal.tsx'

type Props = {
  session: TillSession
  onClose: () => void
  onHelp: () => void
  onQueue: () => void
}

export function SettingsDialog({ session, onClose, onHelp, onQueue }: Props) {
  const t = useText('cashier')
  const likes = usePreferences()
  const [leaving, setLeaving] = useState(false)
  const { count } = useQueue().summary
  const widths = ([58, 80] as const).map((mm) => ({
    value: String(mm),
    label: t('settings.mm', { width: mm }),
  }))
  return (
    <TillModal onClose={onClose} title={t('settings.title')} size={480}>
      <Stack gap="md">
        <Setting name={t('settings.look')}>
          <ThemeToggle />
        </Setting>
        <Setting name={t('settings.language')}>
          <LanguageSelect />
        </Setting>
        <Setting name={t('settings.slip')}>
          <SegmentedControl
            aria-label={t('settings.slip')}
            value={String(likes.slip_mm)}
            data={widths}
            onChange={(value) => prefer({ slip_mm: value === '80' ? 80 : 58 })}
          />
        </Setting>
        <Switch
          label={t('settings.print_after')}
          size="md"
          checked={likes.print_after}
          onChange={(event) => prefer({ print_after: event.currentTarget.checked })}
        />
        <Switch
          label={t('settings.sound')}
          size="md"
          checked={likes.sound}
          onChange={(event) => prefer({ sound: event.currentTarget.checked })}
        />
        <p className={classes.note}>{t('settings.install')}</p>
        <div className={classes.exits}>
          <Button
            variant="default"
            h={48}
            leftSection={<IconKeyboard size={20} stroke={1.75} />}
            onClick={onHelp}
          >
            {t('head.help')}
          </Button>
          {session.pos.length > 1 ? (
            <Button
              variant="default"
              h={48}
              leftSection={<IconBuildingStore size={20} stroke={1.75} />}
              onClick={() => choosePos(undefined)}
            >
              {t('settings.change_pos')}
            </Button>
          ) : null}
          <Button
            variant="default"
            h={48}
            leftSection={<IconLock size={20} stroke={1.75} />}
            onClick={lock}
          >
            {t('settings.lock')}
          </Button>
          <Button
            variant="default"
            color="kalyna"
            h={48}
            leftSection={<IconLogout size={20} stroke={1.75} />}
            disabled={count > 0}
            aria-describedby={count > 0 ? 'till-stays' : undefined}
            onClick={() => setLeaving(true)}
          >
            {t('settings.logout')}
          </Button>
        </div>
        {count > 0 ? (
          <div className={classes.stays}>
            <p id="till-stays">{t('queue.stay', { count })}</p>
            <Button variant="default" h={48} onClick={onQueue}>
              {t('queue.open')}
            </Button>
          </div>
        ) : null}
      </Stack>
      <ConfirmDanger
        opened={leaving}
        onClose={() => setLeaving(false)}
        title={t('settings.logout_title')}
        verb={t('settings.logout')}
        onConfirm={leaveTill}
      >
        {t('settings.logout_text')}
      </ConfirmDanger>
    </TillModal>
  )
}

function Setting({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.setting}>
      <span>{name}</span>
      {children}
    </div>
  )
}
