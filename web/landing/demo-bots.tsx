/** Codes for a phone's camera; where no demo bot is connected the page says so. */
import { renderSVG } from 'uqr'
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
  return (
    <section className={classes.section}>
      <h2>{t('demo.title')}</h2>
      {demo_bots.telegram || demo_bots.viber ? (
        <p className={classes.lead}>{t('demo.lead')}</p>
      ) : (
        <p className={classes.lead}>{t('demo.instead')}</p>
      )}
      <ul className={classes.demo}>
        {messengers.map(({ key, name }) => {
          const address = demo_bots[key]
          return (
            <li key={key} className={classes.card}>
              <h3>{t(`demo.${key}`)}</h3>
              {address ? (
                <>
                  <img
                    src={qrCode(address)}
                    width={192}
                    height={192}
                    alt={t('demo.qr', { messenger: name })}
                  />
                  <a href={address} className="v-button" data-look="outline" rel="noopener">
                    {t('demo.open')}
                    <span className="v-sr"> {name}</span>
                  </a>
                </>
              ) : (
                <p>{t('demo.absent', { messenger: name })}</p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
