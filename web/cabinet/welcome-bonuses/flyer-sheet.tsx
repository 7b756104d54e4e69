/**
 * A flyer to print: what it gives, its code in letters and as a QR that a till's scanner reads.
 * It is on the page only while it is printed.
 */
import { flyerQr } from '#contract/flyer-code.ts'
import { day } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { PrintSheet, Qr } from '../../ui/print-sheet.tsx'
import classes from './flyer-sheet.module.css'

type Props = { shop: string; code: string; bonuses: string; until: string; onPrinted: () => void }

export function FlyerSheet({ shop, code, bonuses, until, onPrinted }: Props) {
  const t = useText('welcome')
  return (
    <PrintSheet className={classes.sheet} onPrinted={onPrinted}>
      <p className={classes.shop}>{shop}</p>
      <h2 className={classes.title}>{t('sheet.gift', { bonuses })}</h2>
      <Qr className={classes.qr} text={flyerQr(code)} label={t('sheet.qr', { code })} />
      <p className={classes.code}>{code}</p>
      <p className={classes.how}>{t('sheet.how')}</p>
      {until ? <p className={classes.how}>{t('sheet.until', { day: day(until) })}</p> : null}
      <p className={classes.note}>{t('once.title')}</p>
    </PrintSheet>
  )
}
