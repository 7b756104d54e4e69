/** Texts live in catalogues: complete in the languages we promise, used, and nowhere in code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusalStatus } from '#contract/errors.ts'
import { environmentNames } from '#server/io/config.ts'

type Catalogue = Record<string, string>
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Catalogue

/** A key without its plural ending: `bonuses_few` → `bonuses`. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const stems = (catalogue: Catalogue) => new Set(Object.keys(catalogue).map(stem))
const placeholders = (text: string) =>
  new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name))

const areas = globSync('web/text/ua-UA/*.json').map((path) => path.split('/').at(-1) ?? '')
const complete = ['ru-RU', 'en']

test('every area of the pages is complete in Ukrainian, Russian and English', () => {
  expect(areas.length).toBeGreaterThan(5)
  const gaps: string[] = []
  for (const area of areas) {
    const ours = stems(read(`web/text/ua-UA/${area}`))
    for (const language of complete) {
      const path = `web/text/${language}/${area}`
      if (!existsSync(path)) {
        gaps.push(`${path} is missing`)
        continue
      }
      const theirs = stems(read(path))
      for (const key of ours) if (!theirs.has(key)) gaps.push(`${path}: no ${key}`)
      for (const key of theirs) if (!ours.has(key)) gaps.push(`${path}: ${key} is not in ua-UA`)
    }
  }
  expect(gaps).toEqual([])
})

test('the texts of the server are complete in its three languages', () => {
  const gaps: string[] = []
  for (const path of globSync('server/text/uk/*.json')) {
    const ours = stems(read(path))
    for (const language of ['ru', 'en']) {
      const theirs = stems(read(path.replace('/uk/', `/${language}/`)))
      for (const key of ours) if (!theirs.has(key)) gaps.push(`${language} ${path}: no ${key}`)
      for (const key of theirs)
        if (!ours.has(key)) gaps.push(`${language} ${path}: ${key} is not in uk`)
    }
  }
  expect(gaps).toEqual([])
})

test('every refusal has a sentence in every language', () => {
  for (const language of ['uk', 'ru', 'en']) {
    const sentences = read(`contract/text/refusals.${language}.json`)
    expect(Object.keys(refusalStatus).filter((code) => !(code in sentences))).toEqual([])
  }
})

test('translations keep the placeholders', () => {
  const wrong: string[] = []
  for (const area of areas) {
    const ours = read(`web/text/ua-UA/${area}`)
    for (const language of complete) {
      for (const [key, text] of Object.entries(read(`web/text/${language}/${area}`))) {
        const original = ours[key] ?? ours[`${stem(key)}_other`]
        if (original === undefined) continue
        const [wanted, found] = [placeholders(original), placeholders(text)]
        if ([...found].some((name) => !wanted.has(name))) wrong.push(`${language}/${area}: ${key}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('no text is in the code of the pages', () => {
  const cyrillic = /[\u0400-\u04ff]/
  const places = globSync('web/**/*.{ts,tsx}')
    // A language is named in itself, whatever language the page is in.
    .filter((path) => !/\.test\.tsx?$/.test(path) && path !== 'web/text/languages.ts')
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((text, index) => ({ text: text.replace(/\/\/.*|\/\*.*?\*\/|^\s*\*.*/g, ''), index }))
        .filter(({ text }) => cyrillic.test(text))
        .map(({ index }) => `${path}:${index + 1}`),
    )
  expect(places).toEqual([])
})

test('every variable of the configuration is told in .env.example', () => {
  const told = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z_]+)=/gm)].map(
      ([, name]) => name,
    ),
  )
  expect(environmentNames.filter((name) => !told.has(name))).toEqual([])
  expect([...told].filter((name) => !environmentNames.includes(name ?? ''))).toEqual([])
})
