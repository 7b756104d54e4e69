/** What a list shows of the articles, without their bodies. */
import type { ContentHead } from '../../scripts/content/content.ts'
import type { Language } from '../text/languages.ts'
import { articlePaths, type Article } from './article-paths.ts'
import { readingOrder } from './reading-order.ts'

const isArticle = (name: string): name is Article => Object.hasOwn(articlePaths, name)

const heads = import.meta.glob<{ default: ContentHead }>('./content/*/articles/*.md', {
  query: '?head',
  eager: true,
})

export type ArticleHead = ContentHead & { name: Article; path: string; language: Language }

/** What a list shows of an article, in the nearest language it is written in. */
export function articleHead(name: Article, language: Language): ArticleHead {
  for (const one of readingOrder(language)) {
    const head = heads[`./content/${one}/articles/${name}.md`]
    if (head) return { ...head.default, name, path: articlePaths[name], language: one }
  }
  throw new Error(`there is no text of ${name}`)
}

/** The heads of what an article names as its neighbours. */
export const relatedHeads = (related: readonly string[], language: Language): ArticleHead[] =>
  related.filter(isArticle).map((name) => articleHead(name, language))
