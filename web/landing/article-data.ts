/** What search engines read of an article: schema.org Article and the way to it. */
import { BRAND } from '#contract/brand.ts'
import type { ContentHead } from '../../scripts/content/content.ts'
import type { Visit } from '../site/site.ts'

export function articleFacts(head: ContentHead, { path, facts, t }: Visit): object[] {
  const { origin } = facts
  const address = `${origin}${path}`
  const publisher = { '@type': 'Organization', name: BRAND, url: `${origin}/` }
  return [
    {
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
            { '@type': 'ListItem', position: 1, name: t('reading')('home'), item: `${origin}/` },
            { '@type': 'ListItem', position: 2, name: head.title, item: address },
          ],
        },
      ],
    },
  ]
}
