/** Long texts: whole, of the agreed length, with links that lead somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DEVELOPERS_PATH, sitePaths } from '#contract/site.ts'
import { kitPath } from '#contract/pos-kit.ts'
import { contentOptions } from '../scripts/content/content-options.ts'
import { parseContent } from '../scripts/content/parse-content.ts'
import type { Content } from '../scripts/content/content.ts'
import { slugOf } from '../scripts/content/slug.ts'
import { manualChapters } from '../web/shell/manual-chapters.ts'
import { articleNames, articlePaths } from '../web/landing/article-paths.ts'

const WORDS = { min: 600, max: 1200 }
const IMAGE_BYTES_MAX = 60 * 1024
const content = 'web/landing/content'

const paths = globSync(`${content}/*/{articles,manual,guides}/*.md`).toSorted()
const read = (path: string): Promise<Content> =>
  parseContent(
    readFileSync(path, 'utf8'),
    contentOptions(path, async (src) => sharp(`web/public${src}`).metadata()),
  )
const texts = new Map(
  await Promise.all(paths.map(async (path) => [path, await read(path)] as const)),
)

/** The addresses that answer with a page. */
const served = [
  '/pos_interface',
  '/pos-api/v1/doc',
  '/pos-api/v1/openapi.json',
  '/auth/signup',
  '/auth/login',
  '/auth/forgot',
  '/land',
]
/** What integrators download: the addresses mirror the tree. */
const kit = globSync(['examples/*/*', 'packages/pos-client/*', 'packages/pos-collections/*']).map(
  (file) => kitPath(file),
)
const known = new Set<string>([...served, ...sitePaths, ...kit])

/** Everything on the page at `path` that a `#` may name. */
function anchorsOf(path: string): Set<string> {
  const article = articleNames.find((name) => articlePaths[name] === path)
  const shown = [...texts].filter(([file]) =>
    article === undefined ? pageOf(file) === path : file.endsWith(`/articles/${article}.md`),
  )
  return new Set(
    shown.flatMap(([file, { sections }]) => [
      chapterOf(file),
      ...sections.flatMap(({ id, html }) => [
        id,
        ...[...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, name = '']) => name),
      ]),
    ]),
  )
}

/** The page whose chapter a text is. */
const pageOf = (file: string) =>
  file.includes('/manual/')
    ? '/user_manual'
    : file.includes('/guides/')
      ? DEVELOPERS_PATH
      : undefined

/** `04-settings.md` is the chapter `settings`. */
const chapterOf = (file: string) => /(?:\d+-)?([\w-]+)\.md$/.exec(file)?.[1] ?? ''

test('every article of the site is written in Ukrainian', () => {
  const missing = articleNames.filter((name) => !existsSync(`${content}/ua-UA/articles/${name}.md`))
  expect(missing).toEqual([])
  expect(globSync(`${content}/ua-UA/articles/*.md`)).toHaveLength(articleNames.length)
})

test('an article is neither a stub nor a book', () => {
  const odd = [...texts]
    .filter(([path]) => path.includes('/articles/'))
    .filter(([, { words }]) => words < WORDS.min || words > WORDS.max)
  expect(odd.map(([path, { words }]) => `${path}: ${words} words`)).toEqual([])
})

test('links inside the texts lead to pages and headings that exist', () => {
  const broken: string[] = []
  for (const [path, { sections, related }] of texts) {
    for (const name of related) {
      if (!(name in articlePaths)) broken.push(`${path}: no article ${name}`)
    }
    for (const [, href = ''] of sections.flatMap(({ html }) => [
      ...html.matchAll(/href="([^"]+)"/g),
    ])) {
      if (/^(https:|mailto:|tel:)/.test(href)) continue
      const [page = '', anchor] = href.split('#')
      if (page !== '' && !known.has(page)) broken.push(`${path}: ${href}`)
      const here = pageOf(path) ?? articlePaths[chapterOf(path) as keyof typeof articlePaths]
      if (anchor !== undefined && !anchorsOf(page || here).has(anchor))
        broken.push(`${path}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

test('headings of a page have ids of their own', () => {
  const twice: string[] = []
  const pages = Map.groupBy(texts.keys(), (path) =>
    pageOf(path) === undefined ? path : path.replace(/[^/]+$/, ''),
  )
  for (const [page, files] of pages) {
    const ids = files.flatMap((path) => [
      ...(pageOf(path) === undefined ? [] : [chapterOf(path)]),
      ...(texts.get(path)?.sections ?? []).flatMap(({ id, html }) => [
        ...(id === '' ? [] : [id]),
        ...[...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, name = '']) => name),
      ]),
    ])
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) !== index) twice.push(`${page}: ${id}`)
  }
  expect(twice).toEqual([])
})

test('pictures of the manual are light, and every one is shown', () => {
  const files = globSync('web/public/manual/*.webp')
  const heavy = files.filter((file) => readFileSync(file).length > IMAGE_BYTES_MAX)
  expect(heavy).toEqual([])
  const all = [...texts.values()].flatMap(({ sections }) => sections.map(({ html }) => html)).join()
  const unused = files.filter((file) => !all.includes(file.replace('web/public', '')))
  expect(unused).toEqual([])
})

test('a heading becomes an address in Latin letters', () => {
  expect(slugOf('Як щоденно їсти єжевику?')).toBe('yak-shchodenno-yisty-yezhevyku')
  expect(slugOf('Крок 1. Мій кешбек')).toBe('krok-1-mii-keshbek')
})

test('every page of the cabinet has its chapter in the manual', () => {
  const pages = [
    ...readFileSync('web/routes.tsx', 'utf8').matchAll(/\bpage\(\s*cabinet,\s*'([^']+)'/g),
  ].map(([, path = '']) => path)
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((path) => !(path in manualChapters))).toEqual([])
  expect(Object.keys(manualChapters).filter((path) => !pages.includes(path))).toEqual([])
  const chapters = new Set(paths.filter((path) => path.includes('/manual/')).map(chapterOf))
  expect(Object.values(manualChapters).filter((chapter) => !chapters.has(chapter))).toEqual([])
})
