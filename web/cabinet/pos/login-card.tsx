/**
 * A card to cut out: who, login, PIN, and a QR that opens the till with the login filled in.
 * It is on the page only while it is printed. The PIN is never in the QR: a photo of the card from
 * afar would be enough to take it.
 */
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import { PrintSheet, Qr } from '../../ui/print-sheet.tsx'
import classes from './login-card.module.css'

type Props = { name: string; login: string; pin: string; place: string; onPrinted: () => void }

export function LoginCard({ name, login, pin, place, onPrinted }: Props) {
  const t = useText('pos')
  const url = `${location.origin}${paths.till}?login=${encodeURIComponent(login)}`
  return (
    <PrintSheet className={classes.sheet} onPrinted={onPrinted}>
      <h2 className={classes.title}>{t('card.title')}</h2>
      <p className={classes.place}>
        {place} · {name}
      </p>
      <div className={classes.body}>
        <Qr className={classes.qr} text={url} label={t('card.qr')} />
        <dl className={classes.list}>
          <dt>{t('secret.login')}</dt>
          <dd>{login}</dd>
          <dt>{t('secret.pin')}</dt>
          <dd>{pin}</dd>
        </dl>
      </div>
      <p className={classes.scan}>
        {t('card.scan')}: {location.origin}
        {paths.till}
      </p>
      <p className={classes.note}>{t('card.note')}</p>
    </PrintSheet>
  )
}
