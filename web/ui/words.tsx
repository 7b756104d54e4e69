/**
 * The few words the blocks of this folder say themselves. They are domain-free, so they do not
 * know where texts come from: the shell hands them a look-up.
 */
import { createContext, useContext } from 'react'

export type Word =
  | 'ui.retry'
  | 'ui.cancel'
  | 'ui.save'
  | 'ui.unsaved'
  | 'ui.leave.title'
  | 'ui.leave.text'
  | 'ui.leave.stay'
  | 'ui.leave.go'
  | 'ui.load_failed'
  | 'ui.code'
  | 'ui.copy_code'
  | 'ui.copied'
  | 'ui.no_match'
  | 'ui.reset_filters'
  | 'ui.search'
  | 'ui.show_table'
  | 'ui.show_chart'
  | 'ui.period.today'
  | 'ui.period.week'
  | 'ui.period.days30'
  | 'ui.period.month'
  | 'ui.period.year'
  | 'ui.period.custom'
  | 'ui.period'
  | 'ui.period.from'
  | 'ui.period.to'
  | 'ui.period.max'
  | 'ui.period.order'
  | 'ui.apply'
  | 'ui.type_name'
  | 'ui.loading'
  | 'ui.close'
  | 'ui.records_per_page'
  | 'ui.rows'
  | 'ui.over_rows'
  | 'ui.check_fields'
  | 'ui.phone_hint'
  | 'ui.image.pick'
  | 'ui.image.replace'
  | 'ui.image.remove'
  | 'ui.image.hint'
  | 'ui.image.too_large'
  | 'ui.image.sending'
  | 'ui.remove_filter'
  | 'ui.page_next'
  | 'ui.page_previous'
  | 'ui.page'

type Look = {
  word: (key: Word, params?: Record<string, string | number>) => string
  /** What to give to Intl. */
  locale: string
}

const Words = createContext<Look>({ word: (key) => key, locale: 'uk-UA' })
export const WordsProvider = Words.Provider
export const useWords = () => useContext(Words)
