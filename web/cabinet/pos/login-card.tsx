/**
 * A card to cut out: who, login, PIN, and a QR that opens the till with the login filled in.
 * It is on the page only while it is printed. The PIN is never in the QR: a photo of the card from
 * afar would be enough to take it.
 */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { encode } from 'uqr'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import classes from './login-card.module.css'

type Props = { name: string; login: string; pin: string; place: string; onPrinted: () => void }

export function LoginCard({ name, login, pin, place, onPrinted }: Props) {
  const t = useText('pos')
  useEffect(() => {
    addEventListener('afterprint', onPrinted)
    window.print()
    return () => removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  const url = `${location.origin}${paths.till}?login=${encodeURIComponent(login)}`
  return createPortal(
    <section className={classes.sheet} data-print>
      <h2 className={classes.title}>{t('card.title')}</h2>
      <p className={classes.place}>
        {place} · {name}
      </p>
      <div className={classes.body}>
        <Qr text={url} label={t('card.qr')} />
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
