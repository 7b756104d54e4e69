/** The whole HTML document of a page: everything a browser, a robot and a messenger want to know. */
import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import type { SiteAssets } from '#contract/site.ts'
import { themeScript } from '#contract/theme-script.ts'
import { DEFAULT_LANGUAGE, type Language, languages } from '../text/languages.ts'
import type { SitePage, Visit } from './site.ts'

/** Where the page lives in a language: Ukrainian at the path itself, the others by `?lang=`. */
export const addressIn = (origin: string, path: string, language: Language) =>
  `${origin}${path}${language === DEFAULT_LANGUAGE ? '' : `?lang=${language}`}`

/** Open Graph wants a territory. */
const territories: Record<Language, string> = {
  'ua-UA': 'uk_UA',
  'ru-RU': 'ru_UA',
  en: 'en_US',
  fr: 'fr_FR',
  es: 'es_ES',
  de: 'de_DE',
  'es-MX': 'es_MX',
  'zh-CN': 'zh_CN',
}

/** Languages that take another one's picture: Mexico reads the same, Chinese letters are not ours. */
const drawnAs: Partial<Record<Language, Language>> = { 'es-MX': 'es', 'zh-CN': 'en' }

/** The picture for messengers and networks; `npm run pictures` draws them. */
const pictureOf = ({ picture = 'site' }: SitePage, language: Language) =>
  `/pictures/${picture}-${languages[drawnAs[language] ?? language].html}.png`

type Props = {
  page: SitePage
  visit: Visit
  assets: SiteAssets
  /** The languages this page is written in. */
  written: Language[]
  children: ReactNode
}

export function Document({ page, visit, assets, written, children }: Props) {
  const { language } = visit
  const title = page.title(visit)
  const known = visit.path === '/' ? `${BRAND} · ${title}` : `${title} · ${BRAND}`
  return (
    <html lang={languages[language].html} data-site="">
      <head>
        <meta charSet="utf-8" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fcfbf8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1615" media="(prefers-color-scheme: dark)" />
        <title>{known}</title>
        {assets.fonts.map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
          />
        ))}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        <Told page={page} visit={visit} title={title} written={written} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/site-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <script type="module" src={assets.script} />
      </head>
      <body>{children}</body>
    </html>
  )
}

type ToldProps = { page: SitePage; visit: Visit; title: string; written: Language[] }

function Told({ page, visit, title, written }: ToldProps) {
  const { path, language, facts } = visit
  const description = page.description(visit)
  // A language the page is not written in shows another one's text: that is no address of its own.
  const own = written.includes(language) ? language : DEFAULT_LANGUAGE
  const address = addressIn(facts.origin, path, own)
  const picture = facts.origin + pictureOf(page, own)
  if (page.missing?.(visit)) return <meta name="robots" content="noindex" />
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {written.map((id) => (
        <link
          key={id}
          rel="alternate"
          hrefLang={languages[id].html}
          href={addressIn(facts.origin, path, id)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={facts.origin + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={BRAND} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={territories[own]} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {page.facts?.(visit).map((fact, index) => (
        <script
          // oxlint-disable-next-line react/no-array-index-key -- they never change their order
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(fact).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}
