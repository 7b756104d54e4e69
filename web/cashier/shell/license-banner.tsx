/** What a license that ended still allows, over every screen of the till. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../text/text.ts'
import type { TillPos } from '../session/session.ts'
import classes from './workplace.module.css'

export function LicenseBanner({ pos }: { pos: TillPos }) {
  const t = useText('cashier')
  if (pos.license_state === 'active') return null
  return (
    <p className={classes.license} data-state={pos.license_state} role="status">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      {t(`license.${pos.license_state}`)}
    </p>
  )
}
