/** The first screen of the home page: what it is, for whom, and the way in. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TRIAL_DAYS } from '#contract/limits.ts'
import { call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths } from '../shell/paths.ts'
import { useUser } from '../shell/session.ts'
import { money } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { usePageTitle } from '../ui/page-header.tsx'
import { claims } from './claims.ts'
import classes from './landing-page.module.css'
import { ReturningReceipt } from './returning-receipt.tsx'

export function LandingPage() {
  const t = useText('public')
  usePageTitle(t('hero.title'))
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
  const t = useText('public')
  const user = useUser()
  return (
    <section id="hero" className={classes.hero}>
      <div>
        <h1 tabIndex={-1}>{t('hero.title')}</h1>
        <p className={classes.sub}>{t('hero.sub', { days: TRIAL_DAYS })}</p>
        <div className={classes.actions}>
          <Button size="lg" component={PageLink} href={user ? paths.land : paths.signup}>
            {t(user ? 'hero.cabinet' : 'hero.try')}
          </Button>
          <Button size="lg" variant="outline" component={PageLink} href={paths.till}>
            {t('hero.manager')}
          </Button>
        </div>
      </div>
      <ReturningReceipt />
    </section>
  )
}

function Stats() {
  const t = useText('public')
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
  const t = useText('public')
  const { data } = useQuery({
    queryKey: ['tariffs'],
    queryFn: ({ signal }) => call('GET /api/v1/organizations/tariffs', { signal }),
    staleTime: Infinity,
  })
  // A year's price is told where the period is chosen.
  const monthly = (data?.items ?? []).filter((tariff) => tariff.period === 'month')
  return (
    <section id="price" className={classes.section}>
      <h2>{t('price.title')}</h2>
      <p>{t('price.text', { days: TRIAL_DAYS })}</p>
      {monthly.length > 0 ? (
        <ul className={classes.tariffs}>
          {monthly.map((tariff) => (
            <li key={tariff.id}>
              <h3>{tariff.name}</h3>
              <strong>{money(tariff.price, tariff.currency)}</strong>
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
