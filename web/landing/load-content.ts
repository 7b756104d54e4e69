/** A long text in the reader's language, or in the nearest one it is written in. */
import type { Content } from '../../scripts/content/content.ts'
import { DEFAULT_LANGUAGE, type Language, languageIds } from '../text/languages.ts'
import { readingOrder } from './reading-order.ts'

// The server alone renders these pages, so all texts are at hand; a browser never loads this file.
const files = import.meta.glob<Content>('./content/*/{articles,manual,guides}/*.md', {
  eager: true,
  import: 'default',
})

export type LoadedContent = { name: string; language: Language; content: Content }
/** Kinds whose texts are chapters of one page. */
export type ChaptersKind = 'manual' | 'guides'
type Kind = 'articles' | ChaptersKind

const fileOf = (language: Language, kind: Kind, name: string) =>
  files[`./content/${language}/${kind}/${name}.md`]

export function loadContent(kind: Kind, name: string, wanted: Language): LoadedContent {
  for (const language of readingOrder(wanted)) {
    const content = fileOf(language, kind, name)
    if (content) return { name, language, content }
  }
  throw new Error(`there is no text of ${kind}/${name}`)
}

/** The languages in which an article is written. */
export const articleLanguages = (name: string): Language[] =>
  languageIds.filter((language) => fileOf(language, 'articles', name))

/** The languages in which all chapters are written. */
export const chapterLanguages = (kind: ChaptersKind): Language[] =>
  languageIds.filter((wanted) =>
    loadChapters(kind, wanted).every(({ language }) => language === wanted),
  )

/** All chapters of a page, in their order. */
export function loadChapters(kind: ChaptersKind, wanted: Language): LoadedContent[] {
  const prefix = `./content/${DEFAULT_LANGUAGE}/${kind}/`
  const names = Object.keys(files)
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length, -'.md'.length))
  return names.toSorted().map((name) => loadContent(kind, name, wanted))
}
