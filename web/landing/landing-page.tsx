/** The home page: what it is, for whom, and the way in. */
import { TRIAL_DAYS } from '#contract/limits.ts'
import { paths } from '../shell/paths.ts'
import { useFigures } from '../site/figures.ts'
import { PageTitle } from '../site/layout.tsx'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { claims } from './claims.ts'
import classes from './landing-page.module.css'
import { ReturningReceipt } from './returning-receipt.tsx'

export function LandingPage() {
  const t = useWords('public')
  return (
    <>
      <Hero />
      <Stats />
      <section id="bussiness-chat-bot" className={classes.section}>
        <h2>{t('parts.title')}</h2>
        <ul className={classes.parts}>
          <li>{t('parts.cabinet')}</li>
          <li>{t('parts.bot')}</li>
          <li>{t('parts.integration')}</li>
        </ul>
      </section>
      <section id="video_guide" className={classes.section}>
        <h2>{t('video.title')}</h2>
        <p>{t('video.soon')}</p>
      </section>
      <Prices />
    </>
  )
}

function Hero() {
  const t = useWords('public')
  return (
    <section id="hero" className={classes.hero}>
      <div>
        <PageTitle>{t('hero.title')}</PageTitle>
        <p className={classes.sub}>{t('hero.sub', { days: TRIAL_DAYS })}</p>
        <div className={classes.actions}>
          <a href={paths.signup} className="v-button" data-size="lg">
            {t('hero.try')}
          </a>
          <a href={paths.till} className="v-button" data-look="outline" data-size="lg">
            {t('hero.manager')}
          </a>
        </div>
      </div>
      <ReturningReceipt />
    </section>
  )
}

function Stats() {
  const t = useWords('public')
  return (
    <section className={classes.stats} aria-label={t('stats.label')}>
      <dl>
        {(['receipt', 'return', 'profit'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`stats.${key}`)}</dt>
            <dd>+{claims[key]}&nbsp;%</dd>
          </div>
        ))}
      </dl>
      <p>{t('stats.note')}</p>
    </section>
  )
}

function Prices() {
  const t = useWords('public')
  const { price } = useFigures()
  const { tariffs } = useVisit().facts
  // A year's price is told where the period is chosen.
  const monthly = tariffs.filter((tariff) => tariff.period === 'month')
  return (
    <section id="price" className={classes.section}>
      <h2>{t('price.title')}</h2>
      <p>{t('price.text', { days: TRIAL_DAYS })}</p>
      {monthly.length > 0 ? (
        <ul className={classes.tariffs}>
          {monthly.map((tariff) => (
            <li key={tariff.id}>
              <h3>{tariff.name}</h3>
              <strong>{price(tariff.price, tariff.currency)}</strong>
              <span>{t(`price.${tariff.period}`)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.quiet}>{t('price.soon')}</p>
      )}
    </section>
  )
}
