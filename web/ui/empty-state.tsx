/** No screen is empty without the next action: an icon, one sentence why, one button. */
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  icon: ReactNode
  title: ReactNode
  text?: ReactNode
  /** The primary button, then at most one quiet link. */
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <Stack align="center" gap="sm" className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Text fw={560} size="lg" ta="center" maw="36ch">
        {title}
      </Text>
      {text ? (
        <Text c="dimmed" ta="center" maw="52ch">
          {text}
        </Text>
      ) : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </Stack>
  )
}
