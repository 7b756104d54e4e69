/** The user manual: all chapters on one page, so that it prints, is searched and linked into. */
import { Island } from '../site/island.tsx'
import { PageTitle } from '../site/layout.tsx'
import { type SitePage, useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { languages } from '../text/languages.ts'
import { Crumbs, SignUp } from './article-page.tsx'
import article from './article.module.css'
import { loadManual, type LoadedContent, manualLanguages } from './load-content.ts'
import { ManualSearch } from './manual-search.tsx'
import classes from './manual.module.css'

/** `05-bonuses` is the chapter `bonuses`: the number is its place. */
const chapterOf = ({ name }: LoadedContent) => name.replace(/^\d+-/, '')

export const manualPage: SitePage = {
  areas: ['reading'],
  languages: manualLanguages(),
  title: ({ t }) => t('reading')('manual.title'),
  description: ({ t }) => t('reading')('manual.lead'),
  picture: 'user_manual',
  Page: ManualPage,
}

function ManualPage() {
  const t = useWords('reading')
  const { language } = useVisit()
  const chapters = loadManual(language)
  return (
    <div className={classes.page}>
      <header className={`${article.article} ${classes.head}`}>
        <Crumbs here={t('manual.title')} />
        <PageTitle>{t('manual.title')}</PageTitle>
        <p className={article.lead}>{t('manual.lead')}</p>
      </header>
      <nav className={classes.contents} aria-label={t('toc')}>
        <Island
          name="manual_search"
          when="wanted"
          component={ManualSearch}
          props={{}}
          words={{ reading: ['manual.'] }}
        />
        <ol>
          {chapters.map((chapter) => (
            <li key={chapter.name} data-contents={chapterOf(chapter)}>
              <a href={`#${chapterOf(chapter)}`}>{chapter.content.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.chapters}>
        {chapters.map((chapter) => (
          <Chapter key={chapter.name} chapter={chapter} />
        ))}
        <SignUp />
      </div>
    </div>
  )
}

function Chapter({ chapter }: { chapter: LoadedContent }) {
  const { title, lead, sections } = chapter.content
  const id = chapterOf(chapter)
  return (
    <section
      id={id}
      data-chapter
      className={`${article.text} ${classes.chapter}`}
      lang={languages[chapter.language].html}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p className={classes.lead}>{lead}</p>
      {sections.map((section, index) => (
        <section key={section.id} id={section.id || undefined} data-section={index}>
          {section.title === '' ? null : <h3>{section.title}</h3>}
          <div dangerouslySetInnerHTML={{ __html: section.html }} />
        </section>
      ))}
    </section>
  )
}
