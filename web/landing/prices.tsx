/** What a point of sale costs: the tariffs on sale, as they are now. The switch needs no script. */
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { SiteFacts } from '#contract/site.ts'
import { paths } from '../shell/paths.ts'
import { useFigures } from '../site/figures.ts'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import classes from './prices.module.css'
import page from './landing-page.module.css'

type Tariff = SiteFacts['tariffs'][number]
type Plan = { name: string; month: Tariff; year: Tariff | undefined }

const limits = ['pos', 'buyers', 'messages', 'bots', 'cashiers'] as const
const features = [
  'cashback',
  'promotions',
  'bots',
  'reports',
  'segments',
  'mailings',
  'api',
  'support',
] as const

/** One column for a name, whichever way it is paid. */
const plansOf = (tariffs: Tariff[]): Plan[] =>
  tariffs
    .filter(({ period }) => period === 'month')
    .map((month) => ({
      name: month.name,
      month,
      year: tariffs.find(({ name, period }) => period === 'year' && name === month.name),
    }))

export function Prices() {
  const t = useWords('landing')
  const { tariffs, trial_days } = useVisit().facts
  const plans = plansOf(tariffs)
  return (
    <section id="price" className={page.section}>
      <h2>{t('price.title')}</h2>
      <p className={page.lead}>{t('price.text', { days: trial_days })}</p>
      {plans.length === 0 ? <p>{t('price.soon')}</p> : <Plans plans={plans} />}
      <p>
        <a href={paths.profit}>{t('price.calculator')}</a>
      </p>
    </section>
  )
}

function Plans({ plans }: { plans: Plan[] }) {
  const t = useWords('landing')
  return (
    <div className={classes.plans}>
      {plans.some(({ year }) => year) ? (
        <fieldset className={classes.period}>
          <legend className="v-sr">{t('price.period')}</legend>
          <label>
            <input type="radio" name="period" className="v-sr" value="month" defaultChecked />
            {t('price.monthly')}
          </label>
          <label>
            <input type="radio" name="period" className="v-sr" value="year" />
            {t('price.yearly')}
          </label>
        </fieldset>
      ) : null}
      <table className={classes.table}>
        <caption className="v-sr">{t('price.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="v-sr">{t('price.what')}</span>
            </th>
            {plans.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes.prices}>
            <th scope="row">{t('price.price')}</th>
            {plans.map((plan) => (
              <td key={plan.name}>
                <Price tariff={plan.month} />
                <Price tariff={plan.year ?? plan.month} yearly />
              </td>
            ))}
          </tr>
          {limits.map((key) => (
            <tr key={key}>
              <th scope="row">{t(`price.limit.${key}`)}</th>
              {plans.map(({ name, month }) => (
                <td key={name}>
                  <Limit value={month.limits[key]} />
                </td>
              ))}
            </tr>
          ))}
          {features.map((key) => (
            <tr key={key}>
              <th scope="row">{t(`price.feature.${key}`)}</th>
              {plans.map(({ name, month }) => (
                <td key={name}>
                  <Mark on={month.features.includes(key)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <a href={paths.signup} className="v-button" data-size="lg">
        {t('price.choose')}
      </a>
    </div>
  )
}

function Price({ tariff, yearly }: { tariff: Tariff; yearly?: boolean }) {
  const t = useWords('landing')
  const { price } = useFigures()
  return (
    <span className={yearly ? classes.year : classes.month}>
      <strong>{price(tariff.price, tariff.currency)}</strong>
      <small>{t(`price.${tariff.period}`)}</small>
    </span>
  )
}

function Limit({ value }: { value: number | null }) {
  const t = useWords('landing')
  const { number } = useFigures()
  return value === null ? t('price.unlimited') : number(value)
}

function Mark({ on }: { on: boolean }) {
  const t = useWords('landing')
  return (
    <>
      {on ? (
        <IconCheck size={20} className={classes.yes} aria-hidden />
      ) : (
        <IconMinus size={20} className={classes.no} aria-hidden />
      )}
      <span className="v-sr">{t(on ? 'price.yes' : 'price.no')}</span>
    </>
  )
}
