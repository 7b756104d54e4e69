/**
 * Words of the public site: the same catalogues and keys as everywhere, looked up by a few lines
 * instead of the library, because the pages come with their texts and an island only with those it
 * may say.
 */
import { createContext, useContext } from 'react'
import type { Area, TextKey } from '../text/catalogs.ts'
import { type Language, languages } from '../text/languages.ts'

export type { Area, TextKey } from '../text/catalogs.ts'

export type Words = Partial<Record<Area, Record<string, string>>>
type Params = Record<string, string | number>
export type Say<A extends Area> = (key: TextKey<A>, params?: Params) => string

/** Looks a text up: `count` chooses the plural form, other params fill `{name}` places. */
export function sayer<A extends Area>(words: Words, language: Language, area: A): Say<A> {
  const texts: Record<string, string> = words[area] ?? {}
  return (key, params = {}) => {
    const { count } = params
    const form =
      typeof count === 'number'
        ? new Intl.PluralRules(languages[language].locale).select(count)
        : undefined
    const text = (form && (texts[`${key}_${form}`] ?? texts[`${key}_other`])) ?? texts[key] ?? key
    return text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place))
  }
}

/** What islands know of the page they stand in. */
export type Spoken = { language: Language; words: Words }
const SpokenContext = createContext<Spoken>({ language: 'ua-UA', words: {} })
export const SpokenProvider = SpokenContext.Provider

/** The one hook for words of the site: `const t = useWords('landing')`, `t('hero.title')`. */
export function useWords<A extends Area>(area: A): Say<A> {
  const { language, words } = useContext(SpokenContext)
  return sayer(words, language, area)
}

export const useSpoken = () => useContext(SpokenContext)
/** What to give to Intl. */
export const useLocale = (): string => languages[useContext(SpokenContext).language].locale
