import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageIds, languages } from './languages.ts'

type Catalog = Record<string, string>

const read = (language: string, area: string): Catalog =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, area), 'utf8')) as Catalog
const areasOf = (language: string) => readdirSync(join(import.meta.dirname, language))

const FORM = /_(one|few|many|other)$/
const placesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted()

/** Every text of a catalogue by its key without the plural form. */
function textsByKey(catalog: Catalog) {
  const texts = new Map<string, string[]>()
  for (const [key, text] of Object.entries(catalog)) {
    const base = key.replace(FORM, '')
    texts.set(base, [...(texts.get(base) ?? []), text])
  }
  return texts
}

describe.each(languageIds)('the texts in %s', (language) => {
  const forms = new Intl.PluralRules(languages[language].locale).resolvedOptions().pluralCategories
  const areas = areasOf(language)

  it.each(areas)('%s has every plural form its language needs', (area) => {
    const catalog = read(language, area)
    const plurals = new Set(
      Object.keys(catalog)
        .filter((key) => FORM.test(key))
        .map((key) => key.replace(FORM, '')),
    )
    const missing = [...plurals].flatMap((base) =>
      forms.map((form) => `${base}_${form}`).filter((key) => !(key in catalog)),
    )
    expect(missing).toEqual([])
  })

  it.each(areas)('%s has the same places to fill as the Ukrainian one', (area) => {
    const ours = textsByKey(read(language, area))
    const theirs = textsByKey(read('ua-UA', area))
    const wrong = [...ours].filter(([key, texts]) => {
      const wanted = new Set((theirs.get(key) ?? []).flatMap(placesOf))
      return texts.some((text) => placesOf(text).some((place) => !wanted.has(place)))
    })
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it.each(areas)('%s has no empty text', (area) => {
    const empty = Object.entries(read(language, area)).filter(([, text]) => text.trim() === '')
    expect(empty.map(([key]) => key)).toEqual([])
  })
})

describe('Ukrainian texts', () => {
  it('write the apostrophe that the font has, ʼ (U+02BC)', () => {
    const wrong = areasOf('ua-UA').flatMap((area) =>
      Object.entries(read('ua-UA', area))
        .filter(([, text]) => /[а-яіїєґ]['’`][а-яіїєґ]/i.test(text))
        .map(([key]) => `${area} ${key}`),
    )
    expect(wrong).toEqual([])
  })

  it('take the length of the trial from its constant', () => {
    const wrong = areasOf('ua-UA').flatMap((area) =>
      Object.entries(read('ua-UA', area))
        .filter(
          ([, text]) => /\b(14|90) (днів|дней)/.test(text) && !/^(public|segments)/.test(area),
        )
        .map(([key]) => `${area} ${key}`),
    )
    expect(wrong).toEqual([])
  })
})
