/** The card as a buyer will hold it: a phone with a balance that counts up to the real one. */
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { OrganizationLogo } from '../../shell/organization-switcher.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { counted } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './card-preview.module.css'

const COUNT_MS = 900

type Props = { organization: Organization; balance: number; line: string | undefined }

export function CardPreview({ organization, balance, line }: Props) {
  const t = useText('land')
  const shown = useCount(balance)
  return (
    <figure className={classes.phone} aria-label={t('first.card')}>
      <div className={classes.screen}>
        <div className={classes.card}>
          <div className={classes.shop}>
            <OrganizationLogo organization={organization} size={32} />
            <span>{organization.name}</span>
          </div>
          <p className={classes.label}>{t('first.balance')}</p>
          <p className={classes.balance} role="status" aria-label={counted('bonus', balance)}>
            <span aria-hidden>◐ {counted('bonus', shown)}</span>
          </p>
          <div className={classes.code} aria-hidden />
        </div>
        {line ? <p className={classes.message}>{line}</p> : null}
      </div>
    </figure>
  )
}

/** Counts from the last value to the new one; at once for who prefers no motion. */
function useCount(target: number): number {
  const still = useReducedMotion()
  const [shown, setShown] = useState(target)
  useEffect(() => {
    if (still) return
    let frame = 0
    let began: number | undefined
    const step = (now: number) => {
      began ??= now
      const part = Math.min(1, (now - began) / COUNT_MS)
      setShown(part === 1 ? target : Math.floor(target * part))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target, still])
  return still ? target : shown
}
