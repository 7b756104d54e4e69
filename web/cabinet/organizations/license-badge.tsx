import { Badge } from '@mantine/core'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { counted, date } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

const DAY_MS = 86_400_000

/** What the longest lasting license allows: trial, active, ended or none. */
export function LicenseBadge({ organization }: { organization: Organization }) {
  const t = useText('organizations')
  const { license } = organization.stats_brief
  const [now] = useState(Date.now)
  if (!license) {
    return (
      <Badge color="gray" variant="light">
        {t('license.none')}
      </Badge>
    )
  }
  const left = new Date(license.expires_at).getTime() - now
  if (left <= 0) return <Badge color="kalyna">{t('license.expired')}</Badge>
  if (license.is_trial) {
    const days = counted('day', Math.ceil(left / DAY_MS))
    return <Badge color="blue">{t('license.trial', { days })}</Badge>
  }
  const until = date(license.expires_at, organization.timezone)
  return <Badge color="spruce">{t('license.active', { date: until })}</Badge>
}
