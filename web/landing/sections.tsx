/** The sections of the home page that only say something. */
import {
  IconBread,
  IconBuildingStore,
  IconCar,
  IconCoffee,
  IconFlower,
  IconPill,
  IconScissors,
  IconShoppingCart,
} from '@tabler/icons-react'
import { useFigures } from '../site/figures.ts'
import { useWords } from '../site/words.ts'
import { claims } from './claims.ts'
import classes from './landing-page.module.css'
import { CounterPicture, PhonePicture, ReceiptPicture } from './pictures.tsx'

export function Stats() {
  const t = useWords('landing')
  const { percent } = useFigures()
  return (
    <section className={classes.stats} aria-label={t('stats.label')}>
      <dl>
        {(['receipt', 'return', 'profit'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`stats.${key}`)}</dt>
            <dd>+{percent(claims[key])}</dd>
          </div>
        ))}
      </dl>
      <p>{t('stats.note')}</p>
    </section>
  )
}

const reasons = ['messengers', 'opened', 'repeat', 'expiry'] as const

export function Why() {
  const t = useWords('landing')
  const { percent } = useFigures()
  const figure = (key: (typeof reasons)[number]) => (key === 'expiry' ? '' : percent(claims[key]))
  return (
    <section className={classes.section}>
      <h2>{t('why.title')}</h2>
      <ol className={classes.reasons}>
        {reasons.map((key) => (
          <li key={key} className={classes.card}>
            <h3>{t(`why.${key}.title`, { percent: figure(key) })}</h3>
            <p>{t(`why.${key}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const parts = [
  { key: 'cabinet', Picture: ReceiptPicture },
  { key: 'bot', Picture: PhonePicture },
  { key: 'integration', Picture: CounterPicture },
] as const

export function Parts() {
  const t = useWords('landing')
  return (
    <section id="bussiness-chat-bot" className={classes.band}>
      <div className={classes.section}>
        <h2>{t('parts.title')}</h2>
        <ul className={classes.parts}>
          {parts.map(({ key, Picture }) => (
            <li key={key}>
              <Picture />
              <h3>{t(`parts.${key}.title`)}</h3>
              <p>{t(`parts.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function Cabinet() {
  const t = useWords('landing')
  const picture = (theme: 'light' | 'dark') => (
    // Only the one that is shown is loaded.
    <img
      src={`/pictures/cabinet-${theme}.avif`}
      alt={t('cabinet.picture')}
      width={1120}
      height={700}
      loading="lazy"
      decoding="async"
      data-theme-is={theme}
    />
  )
  return (
    <section className={classes.section}>
      <div className={classes.cabinet}>
        <div>
          <h2>{t('cabinet.title')}</h2>
          <ul className={classes.ticks}>
            {([1, 2, 3, 4] as const).map((number) => (
              <li key={number}>{t(`cabinet.${number}`)}</li>
            ))}
          </ul>
        </div>
        <div className={classes.screen}>
          {picture('light')}
          {picture('dark')}
        </div>
      </div>
    </section>
  )
}

const businesses = [
  { key: 'cafe', Icon: IconCoffee },
  { key: 'shop', Icon: IconBuildingStore },
  { key: 'beauty', Icon: IconScissors },
  { key: 'car', Icon: IconCar },
  { key: 'flowers', Icon: IconFlower },
  { key: 'pharmacy', Icon: IconPill },
  { key: 'bakery', Icon: IconBread },
  { key: 'online', Icon: IconShoppingCart },
] as const

export function Audience() {
  const t = useWords('landing')
  return (
    <section className={classes.section}>
      <h2>{t('audience.title')}</h2>
      <ul className={classes.audience}>
        {businesses.map(({ key, Icon }) => (
          <li key={key}>
            <Icon size={32} stroke={1.5} aria-hidden />
            {t(`audience.${key}`)}
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t('audience.note')}</p>
    </section>
  )
}
