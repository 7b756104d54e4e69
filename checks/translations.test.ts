/**
 * The five languages beside Ukrainian, Russian and English: complete, with the same places to fill
 * and tags, with no word left in another language. Mexican Spanish holds only what differs from
 * Spanish (docs/decisions/0024).
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openTextUse } from './text-use.ts'

type Catalogue = Record<string, string>
const read = (path: string): Catalogue =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Catalogue) : {}

const languages = ['fr', 'es', 'de', 'es-MX', 'zh-CN'] as const
const stem = (key: string) => key.replace(/_(one|few|many|other)$/, '')
/** `bonus_one` beside `bonus_other` is a plural form in English; `city_other` alone is not. */
const isForm = (key: string, english: Catalogue) =>
  /_(one|other)$/.test(key) && `${stem(key)}_one` in english && `${stem(key)}_other` in english

/** Names, and words that are the same in a language as in English. Any other equal text is forgotten. */
const NAMES =
  'verta viber telegram facebook instagram tiktok monobank liqpay wayforpay olena vip api iban webhooks'
const SAME: Record<(typeof languages)[number], string> = {
  fr: `actions active administration auto bot bots budget café cashback champions code compensation
    conditions date dates description document documents e-mail exclusions flyer import kyiv logo
    lviv maximum menu messages min note notifications page pharmacies promotion promotions qr segments service
    services signature site standard strict top total pers pcs h kg km l mm`,
  es: `auto bot bots cashback demo error general kyiv no online pin token top total pers h kg km l
    min mm`,
  de: `administration auto bank barcode beauty bot bots budget café cashback champions code demo
    flyer import integration limits link login logo mailings maximum messenger name offline online
    pin region standard status tag tags token top kg km l mm`,
  'es-MX':
    'auto bot bots cashback demo error general kyiv lviv no online pin token top total pers h kg km l min mm',
  'zh-CN': '',
}
const wordsOf = (text: string) =>
  text
    .replace(/\{+[^}]*\}+/g, ' ')
    .toLowerCase()
    .match(/\p{L}[\p{L}-]*/gu) ?? []

/** Every catalogue that people read, by its English file. A file of products or buyers is no page of ours. */
const sources = [
  ...globSync('web/text/en/*.json'),
  ...globSync('server/text/en/*.json').filter((path) => !/\/(products|moving)\.json$/.test(path)),
  'contract/text/refusals.en.json',
]
const pathIn = (language: string, source: string) =>
  source.replace('/en/', `/${language}/`).replace('.en.json', `.${language}.json`)

/** What a reader of the language gets: Spanish is under Mexican. */
const readAs = (language: string, source: string): Catalogue =>
  language === 'es-MX'
    ? { ...read(pathIn('es', source)), ...read(pathIn('es-MX', source)) }
    : read(pathIn(language, source))

/** `{name}`, `{{name, number}}` and `<b>`: what a translation must keep. */
const marks = (text: string) =>
  [...new Set(text.match(/\{+\w+[^}]*\}+|<\/?\w+>/g) ?? [])].toSorted().join(' ')

/** The keys a language needs for those of English: its own plural forms instead of the English ones. */
function neededKeys(language: string, english: Catalogue): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return new Map(
    Object.entries(english).flatMap(([key, text]): [string, string][] =>
      isForm(key, english)
        ? forms.map((form) => [`${stem(key)}_${form}`, english[`${stem(key)}_other`] ?? text])
        : [[key, text]],
    ),
  )
}

describe.each(languages)('the texts in %s', (language) => {
  const gaps: string[] = []
  const strangers: string[] = []
  const marked: string[] = []
  const forgotten: string[] = []
  const same = new Set(`${NAMES} ${SAME[language]}`.split(/\s+/))
  for (const source of sources) {
    const ours = readAs(language, source)
    const needed = neededKeys(language, read(source))
    const place = pathIn(language, source)
    for (const [key, english] of needed) {
      const text = ours[key]
      if (text === undefined) gaps.push(`${place}: ${key} = ${english}`)
      // A form for one alone may do without the figure.
      else if (marks(text) !== marks(english) && !key.endsWith('_one'))
        marked.push(`${place}: ${key} = ${text}`)
      if (text === english && wordsOf(text).some((word) => !same.has(word)))
        forgotten.push(`${place}: ${key} = ${text}`)
    }
    for (const key of Object.keys(read(place)))
      if (!needed.has(key)) strangers.push(`${place}: ${key}`)
  }

  test('are there for every English one', () => {
    expect(gaps).toEqual([])
  })

  test('have no key that English does not have', () => {
    expect(strangers).toEqual([])
  })

  test('keep the places to fill and the tags', () => {
    expect(marked).toEqual([])
  })

  test('are no English ones left as they were', () => {
    expect(forgotten).toEqual([])
  })

  test('have no word in Cyrillic', () => {
    const cyrillic = sources
      .map((source) => pathIn(language, source))
      .flatMap((path) =>
        Object.entries(read(path))
          .filter(([, text]) => /[\u0400-\u04ff]/.test(text))
          .map(([key]) => `${path}: ${key}`),
      )
    expect(cyrillic).toEqual([])
  })
})

test('every text is said somewhere in the code', () => {
  const saidOn = { web: openTextUse('web/**/*.{ts,tsx}'), server: openTextUse('server/**/*.ts') }
  const unused = sources
    .filter((path) => !path.startsWith('contract/'))
    .flatMap((path) => {
      const catalogue = read(path)
      const said = path.startsWith('web/') ? saidOn.web : saidOn.server
      const keys = Object.keys(catalogue).map((key) => (isForm(key, catalogue) ? stem(key) : key))
      return [...new Set(keys)].filter((key) => !said(key)).map((key) => `${path}: ${key}`)
    })
  expect(unused).toEqual([])
})

test('Mexican Spanish repeats nothing of Spanish', () => {
  const repeated = sources.flatMap((source) => {
    const spanish = read(pathIn('es', source))
    return Object.entries(read(pathIn('es-MX', source)))
      .filter(([key, text]) => spanish[key] === text)
      .map(([key]) => `${source}: ${key}`)
  })
  expect(repeated).toEqual([])
})
