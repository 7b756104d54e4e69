/** «Discount or cashback»: works without scripts by its form, at once with them. */
import { Island } from '../site/island.tsx'
import { PageTitle } from '../site/layout.tsx'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { ProfitCalculator } from './profit-calculator.tsx'
import classes from './profit.module.css'

export function ProfitPage() {
  const t = useWords('profit')
  const { query } = useVisit()
  return (
    <div className={classes.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p className={classes.lead}>{t('lead')}</p>
      <Island
        name="profit"
        when="wanted"
        component={ProfitCalculator}
        props={{ query }}
        words={{ profit: [''] }}
      />
      <section className={classes.how}>
        <h2>{t('how.title')}</h2>
        <ul>
          <li>{t('how.price')}</li>
          <li>{t('how.cashback')}</li>
          <li>{t('how.growth')}</li>
        </ul>
      </section>
    </div>
  )
}
