/** A text in chapters, all on one page, so that it prints, is searched and linked into. */
import { Island } from '../site/island.tsx'
import { PageTitle } from '../site/layout.tsx'
import { type SitePage, useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { languages } from '../text/languages.ts'
import { Crumbs, SignUp } from './article-page.tsx'
import article from './article.module.css'
import {
  chapterLanguages,
  type ChaptersKind,
  loadChapters,
  type LoadedContent,
} from './load-content.ts'
import { ManualSearch } from './manual-search.tsx'
import classes from './manual.module.css'

/** `05-bonuses` is the chapter `bonuses`: the number is its place. */
const chapterOf = ({ name }: LoadedContent) => name.replace(/^\d+-/, '')

function chaptersPage(kind: ChaptersKind): SitePage {
  return {
    areas: ['reading'],
    languages: chapterLanguages(kind),
    title: ({ t }) => t('reading')(`${kind}.title`),
    description: ({ t }) => t('reading')(`${kind}.lead`),
    picture: kind === 'manual' ? 'user_manual' : 'developers',
    Page: () => <ChaptersPage kind={kind} />,
  }
}

/** The user manual. */
export const manualPage = chaptersPage('manual')
/** The guides of the POS API. */
export const guidesPage = chaptersPage('guides')

function ChaptersPage({ kind }: { kind: ChaptersKind }) {
  const t = useWords('reading')
  const { language } = useVisit()
  const chapters = loadChapters(kind, language)
  return (
    <div className={classes.page}>
      <header className={`${article.article} ${classes.head}`}>
        <Crumbs here={t(`${kind}.title`)} />
        <PageTitle>{t(`${kind}.title`)}</PageTitle>
        <p className={article.lead}>{t(`${kind}.lead`)}</p>
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
