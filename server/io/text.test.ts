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

  it.each(['uk', 'ru', 'en'] as const)(
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
  const languages = ['ua-UA', 'uk-UA', undefined, '', 'ru-RU', 'ru', 'en', 'pl-PL', 'it']
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
  const others = ['fr', 'fr-CA', 'de-AT', 'es', 'es-AR', 'es-MX', 'es_MX', 'zh-CN', 'zh-TW', 'zh']
  expect(others.map(textLanguageOf)).toEqual([
    ...['fr', 'fr', 'de', 'es', 'es', 'es-MX', 'es-MX', 'zh-CN', 'zh-CN', 'zh-CN'],
  ])
  expect(textLanguageOf('es-MX,es;q=0.9')).toBe('es-MX')
  expect(textIn('ru-RU')('refusals:not_found')).toBe('Не найдено.')
  expect(textIn('zh-CN')('refusals:not_found')).toBe('未找到。')
  expect(textIn('__proto__')('refusals:not_found')).toBe('Не знайдено.')
})

it('says in Mexican Spanish what differs, in Spanish the rest, in English what neither has', () => {
  const [mexican, spanish] = [textIn('es-MX'), textIn('es')]
  expect(mexican('refusals:required')).toBe('Llena este campo.')
  expect(spanish('refusals:required')).toBe('Rellena este campo.')
  expect(mexican('refusals:not_found')).toBe('No encontrado.')
  expect(mexican('products:barcode')).toBe('Barcode')
})

it('says every plain text with what it asks for in its places', () => {
  for (const language of textLanguages) {
    for (const [name, catalogue] of Object.entries(readCatalogues(language))) {
      for (const [key, text] of Object.entries(catalogue)) {
        const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, param = '']) => param)
        const params = Object.fromEntries(names.map((param) => [param, `<${param}>`]))
        // Plural forms and formats of numbers have tests where they are said.
        if (/_(?:one|few|many|other)$/.test(key) || /\{\{\s*\w+\s*,/.test(text)) continue
        const expected = text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, '<$1>')
        expect(textIn(language)(`${name}:${key}`, params), `${language} ${name}:${key}`).toBe(
          expected,
        )
      }
    }
  }
})
