/**
 * Texts of the small pages, which are too light for the library of the others: the same catalogues,
 * `{name}` places and plural endings, in forty lines.
 */
import {
  chosenLanguage,
  fallbacks,
  type Language,
  languageIds,
  languages,
} from '../text/languages.ts'

type Catalogue = Record<string, string>
export type Say = (key: string, params?: Record<string, string | number>) => string

const files = import.meta.glob<{ default: Catalogue }>('../text/*/mini.json')

/** A language of ours by its tag: `uk`, `ua-UA`, `es-MX`. */
export function languageBy(tag: string | undefined): Language | undefined {
  const wanted = (tag ?? '').toLowerCase()
  if (wanted === '') return undefined
  const exact = languageIds.find((id) => id.toLowerCase() === wanted)
  const [base] = wanted.split('-')
  return exact ?? languageIds.find((id) => languages[id].html.toLowerCase().split('-')[0] === base)
}

/** The texts of one language, with what it lacks in the one it falls back to. */
export async function openTexts(tag?: string): Promise<{ say: Say; locale: string }> {
  const language = languageBy(tag) ?? chosenLanguage()
  const chain = [language, ...fallbacks[language]]
  const read = async (id: Language): Promise<Catalogue> =>
    (await files[`../text/${id}/mini.json`]?.())?.default ?? {}
  const catalogues = await Promise.all(chain.map(read))
  const { locale, html } = languages[language]
  document.documentElement.lang = html
  const plurals = new Intl.PluralRules(locale)
  const find = (key: string) => catalogues.find((one) => one[key] !== undefined)?.[key]
  const say: Say = (key, params = {}) => {
    const count = typeof params.count === 'number' ? `_${plurals.select(params.count)}` : ''
    const text = (count && find(key + count)) || find(key) || key
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
  }
  return { say, locale }
}
