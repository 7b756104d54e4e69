/** The way from a form of settings, saved or not, to what it would have done to past receipts. */
import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { REPLAY_DAYS } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted } from '../../text/format.ts'
import { loadText, useText } from '../../text/text.ts'
import type { Tried } from './replay-queries.ts'
import classes from './replay.module.css'

// Charts and words of it are many, and most visits of this page never open it.
const ReplayDialog = lazy(async () => {
  await loadText('replay')
  return { default: (await import('./replay-dialog.tsx')).ReplayDialog }
})

type Props = { organization: Organization; tried: Tried; valid: boolean; dirty: boolean }

export function ReplayButton({ organization, tried, valid, dirty }: Props) {
  const t = useText('settings')
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<boolean>()
  return (
    <div className={classes.entry}>
      <Button
        ref={button}
        variant="default"
        fullWidth
        leftSection={<IconHistory size={20} stroke={1.75} aria-hidden />}
        disabled={!valid}
        onClick={() => setOpened(true)}
      >
        {t('replay.open')}
      </Button>
      <Text size="sm" c="dimmed" role={valid ? undefined : 'status'}>
        {valid ? t('replay.hint', { days: counted('day', REPLAY_DAYS) }) : t('replay.invalid')}
      </Text>
      {opened === undefined ? null : (
        <Suspense>
          <ReplayDialog
            organization={organization}
            tried={tried}
            opened={opened}
            onClose={() => setOpened(false)}
            onSave={
              dirty
                ? () => {
                    setOpened(false)
                    button.current?.form?.requestSubmit()
                  }
                : undefined
            }
          />
        </Suspense>
      )}
    </div>
  )
}
