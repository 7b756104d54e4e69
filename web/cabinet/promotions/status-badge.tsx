/** Where a promotion stands; one that ran out says so. */
import { Badge } from '@mantine/core'
import { useText } from '../../text/text.ts'
import type { Promotion } from './queries.ts'
import { statusColor } from './words.ts'

export function StatusBadge({ promotion }: { promotion: Promotion }) {
  const t = useText('promotions')
  const { status, exhausted } = promotion
  if (status === 'running' && exhausted) {
    return (
      <Badge color="honey" miw="max-content">
        {t(`exhausted.${exhausted}`)}
      </Badge>
    )
  }
  return (
    <Badge color={statusColor[status]} miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  )
}
