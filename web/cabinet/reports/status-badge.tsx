/** Where a receipt is in its life. */
import { Badge, Group } from '@mantine/core'
import { useText } from '../../text/text.ts'
import type { ReceiptRow } from './queries.ts'

type Status = ReceiptRow['status']

const colors: Record<Status, string> = {
  calculated: 'gray',
  awaiting_confirmation: 'blue',
  completed: 'spruce',
  partially_cancelled: 'honey',
  cancelled: 'gray',
  declined: 'kalyna',
  expired: 'gray',
}

/** A status that is cut short says nothing. */
const whole = { flex: 'none' }

export function StatusBadge({ status, offline }: { status: Status; offline: boolean }) {
  const t = useText('reports')
  return (
    <Group gap={4} wrap="nowrap">
      <Badge color={colors[status]} style={whole}>
        {t(`status.${status}`)}
      </Badge>
      {offline ? (
        <Badge color="blue" style={whole}>
          {t('offline')}
        </Badge>
      ) : null}
    </Group>
  )
}
