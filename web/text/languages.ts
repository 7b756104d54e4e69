/**
 * The eight languages a person can choose. Our ids are the seed's; `locale` is what Intl and
 * `<html lang>` understand: `ua-UA` silently means en-US to Intl, so it becomes `uk-UA`.
 */
export const languages = {
  'ua-UA': { name: 'Українська', locale: 'uk-UA', html: 'uk', code: 'UA' },
  'ru-RU': { name: 'Русский', locale: 'ru-RU', html: 'ru', code: 'RU' },
  en: { name: 'English', locale: 'en', html: 'en', code: 'EN' },
  fr: { name: 'Français', locale: 'fr', html: 'fr', code: 'FR' },
  es: { name: 'Español', locale: 'es', html: 'es', code: 'ES' },
  de: { name: 'Deutsch', locale: 'de', html: 'de', code: 'DE' },
  'es-MX': { name: 'Español (México)', locale: 'es-MX', html: 'es-MX', code: 'MX' },
  'zh-CN': { name: '中文', locale: 'zh-CN', html: 'zh-CN', code: 'ZH' },
} as const

export type Language = keyof typeof languages
export const DEFAULT_LANGUAGE: Language = 'ua-UA'
export const languageIds = Object.keys(languages) as Language[]

/** Where a language looks for what it does not say itself. All are whole; Mexican holds only what differs. */
export const fallbacks: Record<Language, readonly Language[]> = {
  'ua-UA': [],
  'ru-RU': [],
  en: [],
  fr: [],
  es: [],
  de: [],
  'es-MX': ['es'],
  'zh-CN': [],
}

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value)

const STORED = 'language'

/** The language of this visit: `?lang=` wins, then the stored choice, then Ukrainian. */
export function chosenLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  if (isLanguage(asked)) return asked
  const stored = localStorage.getItem(STORED)
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}

export function storeLanguage(language: Language) {
  localStorage.setItem(STORED, language)
  // The cookie lets the server render and answer in the same language from the first byte.
  document.cookie = `${STORED}=${language}; path=/; max-age=31536000; samesite=lax`
}
