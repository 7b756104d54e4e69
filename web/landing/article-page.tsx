/** One article: its way, contents, text, what to read next and the invitation to try. */
import { paths } from '../shell/paths.ts'
import { useFigures } from '../site/figures.ts'
import { PageTitle } from '../site/layout.tsx'
import { type SitePage, useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { type Language, languages } from '../text/languages.ts'
import { articleFacts } from './article-data.ts'
import classes from './article.module.css'
import type { Article } from './article-paths.ts'
import { relatedHeads } from './content-head.ts'
import { articleLanguages, loadContent } from './load-content.ts'

/** An article as a page of the site. */
export function articleAt(name: Article): SitePage {
  const of = (visit: { language: Language }) =>
    loadContent('articles', name, visit.language).content
  return {
    areas: ['reading'],
    languages: articleLanguages(name),
    title: (visit) => of(visit).title,
    description: (visit) => of(visit).lead,
    picture: name,
    facts: (visit) => articleFacts(of(visit), visit),
    Page: () => <ArticlePage name={name} />,
  }
}

function ArticlePage({ name }: { name: Article }) {
  const t = useWords('reading')
  const { language } = useVisit()
  const { day } = useFigures()
  const loaded = loadContent('articles', name, language)
  const { content } = loaded
  const { title, lead, sections, updated, minutes, related } = content
  const titled = sections.filter((section) => section.title !== '')
  return (
    <div className={classes.page}>
      <article className={classes.article} lang={languages[loaded.language].html}>
        <Crumbs here={title} />
        <PageTitle>{title}</PageTitle>
        <p className={classes.lead}>{lead}</p>
        <p className={classes.facts}>
          <span>{t('minutes', { count: minutes })}</span>
          <span>{t('updated', { date: day(updated) })}</span>
        </p>
        <nav className={classes.contents} aria-label={t('toc')}>
          <p>{t('toc')}</p>
          <ol>
            {titled.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.text}>
          {sections.map((section) => (
            <section key={section.id} id={section.id || undefined}>
              {section.title === '' ? null : <h2>{section.title}</h2>}
              <div dangerouslySetInnerHTML={{ __html: section.html }} />
            </section>
          ))}
        </div>
      </article>
      <SignUp />
      <Related names={related} />
    </div>
  )
}

/** Where the page stands: the home page, then itself. */
export function Crumbs({ here }: { here: string }) {
  const t = useWords('reading')
  return (
    <nav className={classes.crumbs} aria-label={t('crumbs')}>
      <ol>
        <li>
          <a href={paths.index}>{t('home')}</a>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

/** The invitation that every long text ends with. */
export function SignUp() {
  const t = useWords('reading')
  const { facts } = useVisit()
  return (
    <aside className={classes.invite} aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <p>{t('invite.text', { days: facts.trial_days })}</p>
      <a href={paths.signup} className={classes.button}>
        {t('invite.button')}
      </a>
    </aside>
  )
}

function Related({ names }: { names: readonly string[] }) {
  const t = useWords('reading')
  const { language } = useVisit()
  const heads = relatedHeads(names, language)
  if (heads.length === 0) return null
  return (
    <nav className={classes.related} aria-labelledby="related">
      <h2 id="related">{t('related')}</h2>
      <ul>
        {heads.map(({ path, title, minutes, language: written }) => (
          <li key={path}>
            <a href={path}>
              <strong lang={languages[written].html}>{title}</strong>
              <span>{t('minutes', { count: minutes })}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
