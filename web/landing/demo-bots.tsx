/** Codes for a phone's camera; an installation without demo bots leads to its till and cabinet. */
import { renderSVG } from 'uqr'
import { paths } from '../shell/paths.ts'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import classes from './landing-page.module.css'

const messengers = [
  { key: 'telegram', name: 'Telegram' },
  { key: 'viber', name: 'Viber' },
] as const

/** Black on white with its quiet zone, in both themes: phones read nothing else as well. */
const qrCode = (address: string) => {
  const svg = renderSVG(address, { border: 4, pixelSize: 10 })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export function DemoBots() {
  const t = useWords('landing')
  const { demo_bots } = useVisit().facts
  const connected = messengers.flatMap(({ key, name }) => {
    const address = demo_bots[key]
    return address ? [{ key, name, address }] : []
  })
  return (
    <section className={classes.section}>
      <h2>{t('demo.title')}</h2>
      {connected.length === 0 ? (
        <>
          <p className={classes.lead}>{t('demo.instead')}</p>
          <p className={classes.actions}>
            <a href={paths.signup} className="v-button">
              {t('hero.try')}
            </a>
          </p>
        </>
      ) : (
        <>
          <p className={classes.lead}>{t('demo.lead')}</p>
          <ul className={classes.demo}>
            {connected.map((bot) => (
              <DemoBot key={bot.key} bot={bot} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type Bot = { key: 'telegram' | 'viber'; name: string; address: string }

function DemoBot({ bot: { key, name, address } }: { bot: Bot }) {
  const t = useWords('landing')
  return (
    <li className={classes.card}>
      <img src={qrCode(address)} width={168} height={168} alt={t('demo.qr', { messenger: name })} />
      <div>
        <h3>{t(`demo.${key}`)}</h3>
        <a href={address} className="v-button" data-look="outline" rel="noopener">
          {t('demo.open')}
          <span className="v-sr"> {name}</span>
        </a>
      </div>
    </li>
  )
}
