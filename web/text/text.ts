/**
 * The chosen language and the typed look-up of texts: i18next behind one hook.
 * i18next itself is told the Intl locale (`uk-UA`), so that its plural rules are right.
 */
import i18next, { type BackendModule, type ReadCallback } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Area, TextKey } from './catalogs.ts'
import {
  chosenLanguage,
  DEFAULT_LANGUAGE,
  fallbacks,
  type Language,
  languageIds,
  languages,
  storeLanguage,
} from './languages.ts'

export type { Area, TextKey } from './catalogs.ts'

const files = import.meta.glob<{ default: Record<string, string> }>('./*/*.json')
const refusals = import.meta.glob<{ default: Record<string, string> }>(
  '../../contract/text/refusals.*.json',
)

const languageOf = (locale: string): Language =>
  languageIds.find((id) => languages[id].locale === locale) ?? DEFAULT_LANGUAGE

/** Reads one catalogue file when it is first needed; an absent one is empty and falls back. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(locale: string, area: string, done: ReadCallback) {
    const file =
      area === 'refusals'
        ? refusals[`../../contract/text/refusals.${languages[languageOf(locale)].html}.json`]
        : files[`./${languageOf(locale)}/${area}.json`]
    if (!file) return done(null, {})
    file().then(
      (loaded) => done(null, loaded.default),
      (error: unknown) => done(error instanceof Error ? error : String(error), false),
    )
  },
}

/** Starts the texts; resolves when the shell's own words are there. */
export async function startText(areas: Area[] = ['shell']) {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: languages[chosenLanguage()].locale,
      load: 'currentOnly',
      // Every language is whole (checks/translations.test.ts), so that one catalogue is loaded for an area.
      fallbackLng: (locale: string) =>
        fallbacks[languageOf(locale)].map((language) => languages[language].locale),
      ns: [...areas, 'refusals'],
      defaultNS: 'shell',
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
      react: { useSuspense: true },
    })
  setHtmlLanguage()
  i18next.on('languageChanged', setHtmlLanguage)
}

function setHtmlLanguage() {
  document.documentElement.lang = languages[currentLanguage()].html
}

export const currentLanguage = (): Language => languageOf(i18next.language)
/** What to give to Intl. */
export const currentLocale = (): string => languages[currentLanguage()].locale

/** Changes the language everywhere at once and remembers it. */
export async function changeLanguage(language: Language) {
  storeLanguage(language)
  await i18next.changeLanguage(languages[language].locale)
}

/** Loads an area before its page is shown, so that no frame of it is without words. */
export async function loadText(...areas: Area[]) {
  await i18next.loadNamespaces(areas)
}

export type TextParams = Record<string, string | number>
/** Looks a text up; `count` chooses the plural form, other params fill `{name}` places. */
export type Text<A extends Area> = (key: TextKey<A>, params?: TextParams) => string

/** The one hook for words: `const t = useText('buyers')`, `t('list.title')`. */
export function useText<A extends Area>(area: A): Text<A> {
  const { t } = useTranslation(area)
  return t as unknown as Text<A>
}

/** The same outside of components: guards, toasts of actions. The area must be loaded. */
export function textOf<A extends Area>(area: A): Text<A> {
  return i18next.getFixedT(null, area) as unknown as Text<A>
}

/** Re-renders with the language; for components that format without words. */
export function useLanguage(): Language {
  useTranslation()
  return currentLanguage()
}

/** The sentence of a refusal code in the reader's language, or undefined for an unknown code. */
export function refusalSentence(code: string, params?: TextParams): string | undefined {
  return i18next.exists(code, { ns: 'refusals' })
    ? // Their places are written as the server writes them.
      i18next.t(code, {
        ns: 'refusals',
        ...params,
        interpolation: { escapeValue: false, prefix: '{{', suffix: '}}' },
      })
    : undefined
}
