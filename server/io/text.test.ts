import { describe, expect, it } from 'vitest'
import { refusalStatus } from '#contract/errors.ts'
import { hasText, readCatalogues, textIn, textLanguageOf, textLanguages } from './text.ts'

const placeholders = (text: string) => (text.match(/\{\{\s*\w+\s*\}\}/g) ?? []).toSorted()
/** `bonuses_one` and `bonuses_few` are one key: languages have different plural forms. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const stems = (catalogue: Record<string, string>) =>
  [...new Set(Object.keys(catalogue).map(stem))].toSorted()

describe('catalogues', () => {
  const ukrainian = readCatalogues('uk')

  it.each(textLanguages)(
    'have the same keys and placeholders in %s as in Ukrainian',
    (language) => {
      const catalogues = readCatalogues(language)
      expect(Object.keys(catalogues).toSorted()).toEqual(Object.keys(ukrainian).toSorted())
      for (const [name, catalogue] of Object.entries(catalogues)) {
        const model = ukrainian[name] ?? {}
        expect(stems(catalogue), name).toEqual(stems(model))
        for (const [key, text] of Object.entries(catalogue)) {
          const modelText = model[key] ?? model[`${stem(key)}_other`] ?? ''
          expect(text, `${name}:${key}`).not.toBe('')
          expect(placeholders(text), `${name}:${key}`).toEqual(placeholders(modelText))
        }
      }
    },
  )

  it('have a sentence for every refusal', () => {
    const missing = Object.keys(refusalStatus).filter((code) => !hasText(`refusals:${code}`))
    expect(missing).toEqual([])
  })
})

it('speaks the language asked for, English where we have no texts, Ukrainian by default', () => {
  const languages = ['ua-UA', 'uk-UA', undefined, '', 'ru-RU', 'ru', 'en', 'es-MX', 'zh-CN']
  expect(languages.map(textLanguageOf)).toEqual([
    'uk',
    'uk',
    'uk',
    'uk',
    'ru',
    'ru',
    'en',
    'en',
    'en',
  ])
  expect(textLanguageOf('ru,uk;q=0.9,en;q=0.8')).toBe('ru')
  expect(textLanguageOf('uk-UA,uk;q=0.9,ru;q=0.8')).toBe('uk')
  expect(textLanguageOf('*')).toBe('uk')
  expect(textIn('ru-RU')('refusals:not_found')).toBe('Не найдено.')
})
