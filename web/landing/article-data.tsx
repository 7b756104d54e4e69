/** What search engines read of an article: schema.org Article and the way to it. */
import type { ContentHead } from '../../scripts/content/content.ts'
import { useText } from '../text/text.ts'

type Props = { head: ContentHead; path: string }

export function ArticleData({ head, path }: Props) {
  const t = useText('shell')
  const r = useText('reading')
  const origin = typeof location === 'undefined' ? '' : location.origin
  const address = `${origin}${path}`
  const publisher = { '@type': 'Organization', name: t('brand'), url: `${origin}/` }
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Article',
        headline: head.title,
        description: head.lead,
        datePublished: head.updated,
        dateModified: head.updated,
        wordCount: head.words,
        mainEntityOfPage: address,
        author: publisher,
        publisher,
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: r('home'), item: `${origin}/` },
          { '@type': 'ListItem', position: 2, name: head.title, item: address },
        ],
      },
    ],
  }
  // A `<` could end the element; JSON has another way to write it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
