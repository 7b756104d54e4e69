/** The nine questions; they open without a script. */
import { paths } from '../shell/paths.ts'
import { figuresIn, useFigures } from '../site/figures.ts'
import { useVisit, type Visit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { languages } from '../text/languages.ts'
import { claims } from './claims.ts'
import classes from './landing-page.module.css'

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** The question of discount and cashback leads on to the calculator. */
const CALCULATOR = 5

const params = ({ facts }: Visit, percent: (amount: number) => string) => ({
  days: facts.trial_days,
  messengers: percent(claims.messengers),
})

export function Faq() {
  const t = useWords('landing')
  const visit = useVisit()
  const { percent } = useFigures()
  return (
    <section className={classes.band}>
      <div className={classes.section}>
        <h2>{t('faq.title')}</h2>
        <div className={classes.faq}>
          {numbers.map((number) => (
            <details key={number}>
              <summary>{t(`faq.${number}.question`)}</summary>
              <p>
                {t(`faq.${number}.answer`, params(visit, percent))}
                {number === CALCULATOR ? (
                  <>
                    {' '}
                    <a href={paths.profit}>{t('faq.calculator')}</a>
                  </>
                ) : null}
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

/** The same for search engines. */
export function faqFacts(visit: Visit): object {
  const { t, language } = visit
  const { percent } = figuresIn(languages[language].locale)
  const say = t('landing')
  return {
    '@type': 'FAQPage',
    mainEntity: numbers.map((number) => ({
      '@type': 'Question',
      name: say(`faq.${number}.question`),
      acceptedAnswer: {
        '@type': 'Answer',
        text: say(`faq.${number}.answer`, params(visit, percent)),
      },
    })),
  }
}
