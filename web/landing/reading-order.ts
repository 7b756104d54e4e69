import { DEFAULT_LANGUAGE, type Language } from '../text/languages.ts'

/**
 * In which languages a long text is looked for: the reader's own, then English, at last Ukrainian.
 * Who reads Russian here reads Ukrainian sooner than English.
 */
export const readingOrder = (language: Language): Language[] =>
  language === 'ru-RU' ? [language, DEFAULT_LANGUAGE] : [language, 'en', DEFAULT_LANGUAGE]
