/**
 * Renders pages of the public site to HTML. Built into `dist/site/render.js` with React inside and
 * loaded by the server; see `contract/site.ts` for what passes between them.
 */
import './site/styles.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteAsk, SiteAssets, SiteFacts, SiteRenderer } from '#contract/site.ts'
import { isSitePath, sitePaths } from '#contract/site.ts'
import { addressIn, Document } from './site/document.tsx'
import { Layout } from './site/layout.tsx'
import { failurePage, missingPage } from './site/lost-pages.tsx'
import { type SitePage, type Visit, VisitProvider } from './site/site.ts'
import { type Area, sayer, SpokenProvider, type Words } from './site/words.ts'
import { sitePages } from './site-pages.tsx'
import {
  DEFAULT_LANGUAGE,
  fallbacks,
  isLanguage,
  type Language,
  languageIds,
  languages,
} from './text/languages.ts'

const files = import.meta.glob<Record<string, string>>(
  ['./text/*/{shell,landing,profit,public,reading,conditions}.json'],
  {
    eager: true,
    import: 'default',
  },
)
const catalogue = (language: Language, area: Area) => files[`./text/${language}/${area}.json`]

/** The texts of a language; what it lacks is said in the one it leans on, at last in Ukrainian. */
function wordsIn(language: Language, areas: Area[]): Words {
  // The nearest language last: it has the say.
  const chain = [DEFAULT_LANGUAGE, ...fallbacks[language].toReversed(), language]
  return Object.fromEntries(
    areas.map((area) => [area, Object.assign({}, ...chain.map((id) => catalogue(id, area)))]),
  )
}

/** A language a page is written in has all of its areas. */
const writtenIn = (page: SitePage): Language[] =>
  page.languages ??
  languageIds.filter((language) =>
    page.areas.every((area) =>
      [language, ...fallbacks[language]].some((one) => catalogue(one, area)),
    ),
  )

const pageAt = (path: string): SitePage => (isSitePath(path) ? sitePages[path] : missingPage)

function draw(page: SitePage, ask: SiteAsk, assets: SiteAssets): { status: number; html: string } {
  const language = isLanguage(ask.language) ? ask.language : DEFAULT_LANGUAGE
  const words = wordsIn(language, ['shell', ...page.areas])
  const { path, query, facts, loaded } = ask
  const t: Visit['t'] = (area) => sayer(words, language, area)
  const written = writtenIn(page)
  const foreign = !written.includes(language)
  const visit: Visit = { path, query, language, foreign, facts, loaded, t }
  const html = renderToStaticMarkup(
    <SpokenProvider value={{ language, words }}>
      <VisitProvider value={visit}>
        <Document page={page} visit={visit} assets={assets} written={written}>
          <Layout>
            <page.Page />
          </Layout>
        </Document>
      </VisitProvider>
    </SpokenProvider>,
  )
  return { status: page.missing?.(visit) ? 404 : 200, html: `<!doctype html>${html}` }
}

const noFacts: SiteFacts = {
  origin: '',
  year: 0,
  tariffs: [],
  trial_days: 0,
  contacts: { phone: null, email: null, messenger: null, socials: [] },
  demo_bots: { telegram: null, viber: null },
}

/** The map of the site for robots, each page with its languages. */
function sitemap(origin: string): string {
  const alternate = (path: string, language: Language) =>
    `<xhtml:link rel="alternate" hreflang="${languages[language].html}" href="${addressIn(origin, path, language)}"/>`
  const entries = sitePaths.flatMap((path) => {
    const written = writtenIn(sitePages[path])
    const alternates = written.map((language) => alternate(path, language)).join('')
    return written.map(
      (language) => `<url><loc>${addressIn(origin, path, language)}</loc>${alternates}</url>`,
    )
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join('\n')}\n</urlset>\n`
  )
}

/** The door of this module: the server gives it the names of the built files. */
export function openRenderer(assets: SiteAssets): SiteRenderer {
  return {
    languageOf: (asked, stored) => [asked, stored].find(isLanguage) ?? DEFAULT_LANGUAGE,
    loads: (path) => pageAt(path).loads,
    render: (ask) => draw(pageAt(ask.path), ask, assets),
    renderFailure: (language) =>
      draw(failurePage, { path: '/', query: {}, language, facts: noFacts }, assets).html,
    sitemap,
  }
}
