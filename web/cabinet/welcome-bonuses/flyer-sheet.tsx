/**
 * A flyer to print: what it gives, its code in letters and as a QR that a till's scanner reads.
 * It is on the page only while it is printed.
 */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { encode } from 'uqr'
import { day } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './flyer-sheet.module.css'

type Props = { shop: string; code: string; bonuses: string; until: string; onPrinted: () => void }

export function FlyerSheet({ shop, code, bonuses, until, onPrinted }: Props) {
  const t = useText('welcome')
  useEffect(() => {
    addEventListener('afterprint', onPrinted)
    window.print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <section className={classes.sheet} data-print>
      <p className={classes.shop}>{shop}</p>
      <h2 className={classes.title}>{t('sheet.gift', { bonuses })}</h2>
      <Qr text={code} label={t('sheet.qr', { code })} />
      <p className={classes.code}>{code}</p>
      <p className={classes.how}>{t('sheet.how')}</p>
      {until ? <p className={classes.how}>{t('sheet.until', { day: day(until) })}</p> : null}
      <p className={classes.note}>{t('once.title')}</p>
    </section>,
    document.body,
  )
}

/** Always black on white with its quiet zone, in the dark theme too. */
function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
