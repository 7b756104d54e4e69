/** What a list shows of the articles, without their bodies. */
import type { ContentHead } from '../../scripts/content/content.ts'
import { DEFAULT_LANGUAGE, type Language } from '../text/languages.ts'
import { articlePaths, type Article } from './article-paths.ts'

const isArticle = (name: string): name is Article => Object.hasOwn(articlePaths, name)

const heads = import.meta.glob<{ default: ContentHead }>('./content/*/articles/*.md', {
  query: '?head',
  eager: true,
})

export type ArticleHead = ContentHead & { name: Article; path: string }

/** What a list shows of an article, in Ukrainian while there is no translation. */
export function articleHead(name: Article, language: Language): ArticleHead {
  const head =
    heads[`./content/${language}/articles/${name}.md`] ??
    heads[`./content/${DEFAULT_LANGUAGE}/articles/${name}.md`]
  if (!head) throw new Error(`there is no text of ${name}`)
  return { ...head.default, name, path: articlePaths[name] }
}

/** The heads of what an article names as its neighbours. */
export const relatedHeads = (related: readonly string[], language: Language): ArticleHead[] =>
  related.filter(isArticle).map((name) => articleHead(name, language))
