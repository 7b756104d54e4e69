/** What search engines read of the home page: who we are, what it costs, the questions. */
import { BRAND, BRAND_LATIN } from '#contract/brand.ts'
import type { Visit } from '../site/site.ts'
import { languages } from '../text/languages.ts'
import { faqFacts } from './faq.tsx'

export function landingFacts(visit: Visit): object[] {
  const { facts, t, language } = visit
  const { origin, contacts, tariffs } = facts
  const inLanguage = languages[language].html
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: BRAND,
    alternateName: BRAND_LATIN,
    url: `${origin}/`,
    logo: `${origin}/icons/site-512.png`,
    ...(contacts.socials.length > 0 && { sameAs: contacts.socials }),
    ...(contacts.phone && { telephone: contacts.phone }),
    ...(contacts.email && { email: contacts.email }),
  }
  const site = { '@type': 'WebSite', url: `${origin}/`, name: BRAND, inLanguage }
  const product = {
    '@type': 'SoftwareApplication',
    name: BRAND,
    description: t('landing')('hero.sub', { days: facts.trial_days }),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    publisher: { '@id': `${origin}/#organization` },
    offers: tariffs.map(({ name, price, currency, period }) => ({
      '@type': 'Offer',
      name: `${name}, ${t('landing')(`price.${period}`)}`,
      price: price.toFixed(2),
      priceCurrency: currency,
    })),
  }
  return [
    { '@context': 'https://schema.org', '@graph': [organization, site, product, faqFacts(visit)] },
  ]
}
