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

export function StatusBadge({ status, offline }: { status: Status; offline: boolean }) {
  const t = useText('reports')
  return (
    <Group gap={4} wrap="nowrap">
      <Badge color={colors[status]}>{t(`status.${status}`)}</Badge>
      {offline ? <Badge color="blue">{t('offline')}</Badge> : null}
    </Group>
  )
}
