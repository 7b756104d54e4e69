/** The state of a license in one chip, in the colours of the tills' badges. */
import { Badge } from '@mantine/core'
import { date } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './licenses.module.css'
import type { License } from './queries.ts'

const colors: Record<License['status'], string> = {
  trial: 'blue',
  created: 'stone',
  awaiting_payment: 'stone',
  active: 'spruce',
  past_due: 'honey',
  expired: 'kalyna',
  cancelled: 'stone',
}

export function StatusBadge({ license, zone }: { license: License; zone: string }) {
  const t = useText('licenses')
  const long = license.status === 'cancelled' || license.status === 'past_due'
  return (
    <Badge color={colors[license.status]} className={classes.badge} data-long={long || undefined}>
      {t(`status.${license.status}`, { date: date(license.expires_at, zone) })}
    </Badge>
  )
}
