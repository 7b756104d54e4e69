/** The way from a form of settings, saved or not, to what it would have done to past receipts. */
import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { REPLAY_DAYS } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { type BonusValues, validateBonuses } from './bonus-values.ts'
import classes from './replay.module.css'

// Charts are large, and most visits of this page never open it.
const ReplayDialog = lazy(() =>
  import('./replay-dialog.tsx').then((module) => ({ default: module.ReplayDialog })),
)

type Props = { organization: Organization; values: BonusValues; dirty: boolean }

export function ReplayButton({ organization, values, dirty }: Props) {
  const t = useText('replay')
  const settings = useText('settings')
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<boolean>()
  const valid = Object.keys(validateBonuses(values, settings)).length === 0
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
        {t('open')}
      </Button>
      <Text size="sm" c="dimmed" role={valid ? undefined : 'status'}>
        {valid ? t('open.hint', { days: counted('day', REPLAY_DAYS) }) : t('invalid')}
      </Text>
      {opened === undefined ? null : (
        <Suspense>
          <ReplayDialog
            organization={organization}
            values={values}
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
