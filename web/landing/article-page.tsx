/** One article: its way, contents, text, what to read next and the invitation to try. */
import { useLoaderData } from '@tanstack/react-router'
import { TRIAL_DAYS } from '#contract/limits.ts'
import { PageLink } from '../shell/link.tsx'
import { paths } from '../shell/paths.ts'
import { day } from '../text/format.ts'
import { completeLanguages, languages } from '../text/languages.ts'
import { useLanguage, useText } from '../text/text.ts'
import { usePageTitle } from '../ui/page-header.tsx'
import { ArticleData } from './article-data.tsx'
import classes from './article.module.css'
import { articlePaths, type Article } from './article-paths.ts'
import { relatedHeads } from './content-head.ts'
import type { LoadedContent } from './load-content.ts'

export function ArticlePage() {
  const t = useText('reading')
  const language = useLanguage()
  const loaded = useLoaderData({ strict: false }) as LoadedContent
  const { content } = loaded
  const { title, lead, sections, updated, minutes, related } = content
  const titled = sections.filter((section) => section.title !== '')
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <ArticleData head={content} path={articlePaths[loaded.name as Article]} />
      <article className={classes.article} lang={languages[loaded.language].html}>
        <Crumbs here={title} />
        {loaded.language === language || !completeLanguages.has(language) ? null : <Untranslated />}
        <h1 tabIndex={-1}>{title}</h1>
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
  const t = useText('reading')
  return (
    <nav className={classes.crumbs} aria-label={t('crumbs')}>
      <ol>
        <li>
          <PageLink href={paths.index}>{t('home')}</PageLink>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

/** Told in the reader's language above a text that is in Ukrainian only. */
export function Untranslated() {
  const t = useText('shell')
  const language = useLanguage()
  return (
    <p className={classes.untranslated} lang={languages[language].html}>
      {t('language.note')}
    </p>
  )
}

/** The invitation that every long text ends with. */
export function SignUp() {
  const t = useText('reading')
  return (
    <aside className={classes.invite} aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <p>{t('invite.text', { days: TRIAL_DAYS })}</p>
      <PageLink href={paths.signup} className={classes.button}>
        {t('invite.button')}
      </PageLink>
    </aside>
  )
}

function Related({ names }: { names: readonly string[] }) {
  const t = useText('reading')
  const language = useLanguage()
  const heads = relatedHeads(names, language)
  if (heads.length === 0) return null
  return (
    <nav className={classes.related} aria-labelledby="related">
      <h2 id="related">{t('related')}</h2>
      <ul>
        {heads.map(({ path, title, minutes }) => (
          <li key={path}>
            <PageLink href={path}>
              <strong>{title}</strong>
              <span>{t('minutes', { count: minutes })}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
