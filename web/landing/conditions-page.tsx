/** What a buyer agrees to: the rules of the shop `?org=`, or the clauses that hold for every shop. */
import type { WireConditions } from '#contract/conditions.ts'
import { paths } from '../shell/paths.ts'
import { figuresIn, useFigures } from '../site/figures.ts'
import { type SitePage, useVisit, type Visit } from '../site/site.ts'
import { useLocale, useWords } from '../site/words.ts'
import { Clauses } from './clauses.tsx'
import { bonusSayer, chaptersOf } from './conditions-sentences.ts'
import classes from './conditions.module.css'

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

const rulesOf = ({ loaded }: Visit): WireConditions | undefined => loaded ?? undefined

export const conditionsPage: SitePage = {
  areas: ['public', 'conditions'],
  loads: 'conditions',
  title: (visit) => {
    const rules = rulesOf(visit)
    return rules
      ? visit.t('conditions')('title', { name: rules.shop.name })
      : visit.t('public')('conditions.title')
  },
  description: (visit) =>
    rulesOf(visit) ? visit.t('conditions')('lead') : visit.t('public')('conditions.lead'),
  missing: (visit) => visit.query.org !== undefined && !rulesOf(visit),
  Page: ConditionsPage,
}

function ConditionsPage() {
  const rules = rulesOf(useVisit())
  return rules ? <ShopConditions rules={rules} /> : <CommonConditions />
}

function CommonConditions() {
  const t = useWords('public')
  return (
    <Clauses
      title={t('conditions.title')}
      lead={t('conditions.lead')}
      clauses={numbers.map((number) => ({
        title: t(`conditions.${number}.title`),
        body: <p>{t(`conditions.${number}.text`)}</p>,
      }))}
    />
  )
}

function ShopConditions({ rules }: { rules: WireConditions }) {
  const t = useWords('conditions')
  const shell = useWords('shell')
  const figures = useFigures()
  const locale = useLocale()
  const bonuses = bonusSayer(shell, figures, locale, rules.bonus_name)
  const chapters = chaptersOf(rules, { t, figures, bonuses })
  return (
    <Clauses
      title={t('title', { name: rules.shop.name })}
      lead={t('lead')}
      notice={<Edition rules={rules} />}
      clauses={chapters.map(({ title, parts }) => ({
        title,
        body: parts.map((part) =>
          typeof part === 'string' ? (
            <p key={part}>{part}</p>
          ) : (
            <ul key={part.join()}>
              {part.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ),
        ),
      }))}
    />
  )
}

/** Which edition this is, whether it is in force, and the ways to the others. */
function Edition({ rules }: { rules: WireConditions }) {
  const t = useWords('conditions')
  const { day } = figuresIn(useLocale())
  const { shop, version, current_version, valid_from } = rules
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: shop.timezone }).format(
    new Date(valid_from),
  )
  const now = version === current_version
  const of = (wanted: number) => `${paths.conditions(shop.id)}&version=${wanted}`
  return (
    <div className={classes.edition} data-old={now ? undefined : true}>
      <p>
        <strong>{t('edition', { version, date: day(date) })}</strong>
        {now ? <span className={classes.now}>{t('edition.now')}</span> : null}
      </p>
      {now ? null : (
        <p>
          {t('edition.old')} <a href={paths.conditions(shop.id)}>{t('edition.current')}</a>
        </p>
      )}
      {version > 1 ? (
        <p>
          <a href={of(version - 1)} rel="nofollow">
            {t('edition.previous')}
          </a>
        </p>
      ) : null}
      {shop.is_demo ? <p>{t('demo')}</p> : null}
    </div>
  )
}
