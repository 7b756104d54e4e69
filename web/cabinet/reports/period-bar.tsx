/** The days of a report and the zone they are counted in. */
import type { ReactNode } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { today, zoneName } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { type Period, PeriodPicker } from '../../ui/period-picker.tsx'
import classes from './reports.module.css'

type Props = {
  organization: Organization
  period: Period
  onChange: (period: Period) => void
  /** More switches of the same report. */
  children?: ReactNode
}

export function PeriodBar({ organization, period, onChange, children }: Props) {
  const t = useText('reports')
  return (
    <div className={classes.period}>
      <PeriodPicker value={period} today={today(organization.timezone)} onChange={onChange} />
      {children}
      <span className={classes.zone}>{t('zone', { zone: zoneName(organization.timezone) })}</span>
    </div>
  )
}
