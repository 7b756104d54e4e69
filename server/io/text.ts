import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next, { type TFunction, type i18n } from 'i18next'

/**
 * The texts that the server itself says: mail, bots, refusals.
 *
 * Catalogues are `server/text/<language>/*.json` and `contract/text/*.<language>.json`: flat keys,
 * `{{params}}`, plurals by i18next's suffixes (`_one`, `_few`, `_many`, `_other`). The file's name
 * is the namespace: `textIn('uk')('mail:confirm_subject')`. Mexican Spanish holds only what differs
 * from Spanish; what a language lacks is said in English.
 */
export const textLanguages = ['uk', 'ru', 'en', 'fr', 'es', 'de', 'es-MX', 'zh-CN'] as const
export type TextLanguage = (typeof textLanguages)[number]

export type Say = (key: string, params?: Record<string, string | number>) => string

const own = join(import.meta.dirname, '..', 'text')
const shared = join(import.meta.dirname, '..', '..', 'contract', 'text')

type Catalogue = Record<string, string>

function readJson(folder: string, file: string): Catalogue {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalogue
}

/** Reads every catalogue of one language, by namespace. */
export function readCatalogues(language: TextLanguage): Record<string, Catalogue> {
  const catalogues: Record<string, Catalogue> = {}
  for (const file of readdirSync(join(own, language))) {
    if (file.endsWith('.json')) catalogues[file.slice(0, -5)] = readJson(join(own, language), file)
  }
  const ending = `.${language}.json`
  for (const file of readdirSync(shared)) {
    if (file.endsWith(ending)) catalogues[file.slice(0, -ending.length)] = readJson(shared, file)
  }
  return catalogues
}

function open(): i18n {
  const instance = i18next.createInstance()
  // Synchronous, because the catalogues are given; nothing is fetched later.
  void instance.init({
    initAsync: false,
    lng: 'uk',
    fallbackLng: {
      uk: [],
      ru: ['uk'],
      en: ['uk'],
      'es-MX': ['es', 'en', 'uk'],
      default: ['en', 'uk'],
    },
    resources: Object.fromEntries(textLanguages.map((code) => [code, readCatalogues(code)])),
    defaultNS: 'mail',
    keySeparator: false,
    // Escaping belongs to where a text goes (HTML mail, a messenger), not to the text.
    interpolation: { escapeValue: false },
  })
  return instance
}

const instance = open()

/**
 * Our text language for a language id of the wire (`ua-UA`, `ru-RU`, `es-MX`…) or a browser's tag
 * (`uk-UA`) or its whole Accept-Language. What we have no texts for reads English; an empty value reads Ukrainian.
 */
export function textLanguageOf(language: string | undefined): TextLanguage {
  const tag = (language ?? '').trim().toLowerCase().split(/[,;]/)[0]?.replace('_', '-') ?? ''
  if (tag === 'es-mx') return 'es-MX'
  const base = tag.split('-')[0]
  if (base === '' || base === '*' || base === 'uk' || base === 'ua') return 'uk'
  if (base === 'zh') return 'zh-CN'
  return textLanguages.find((code) => code === base) ?? 'en'
}

const says = new Map<string | undefined, Say>(
  textLanguages.map((code) => {
    const t = instance.getFixedT(code)
    const plain = new Map<string, string[] | null>()
    const say: Say = (key, params = {}) => {
      // Plural forms, formats and nesting are i18next's matter.
      if ('count' in params) return t(key, params)
      let parts = plain.get(key)
      if (parts === undefined) plain.set(key, (parts = partsOf(t, key)))
      return parts === null ? t(key, params) : fill(parts, params)
    }
    return [code, say]
  }),
)

/**
 * A plain text cut at its `{{params}}`: words and names by turns. Null for any other text. i18next
 * reads a text anew each time it is said, which is a tenth of what a calculate at the till costs.
 */
function partsOf(t: TFunction, key: string): string[] | null {
  if (!instance.exists(key)) return null
  const parts = t(key, { skipInterpolation: true }).split(/\{\{(\w+)\}\}/)
  return parts.some((part) => /\{\{|\$t\(/.test(part)) ? null : parts
}

/** What a text asks for and is not given stays empty, as i18next leaves it. */
const fill = (parts: readonly string[], params: Record<string, string | number>): string =>
  parts.map((part, at) => (at % 2 === 0 ? part : (params[part] ?? ''))).join('')

/** The texts in a language: `textIn('ru-RU')('mail:reset_subject', { name })`. */
export function textIn(language: string | undefined): Say {
  return says.get(language) ?? (says.get(textLanguageOf(language)) as Say)
}

/** True when the catalogues know `key`; for codes that may come without a sentence of their own. */
export function hasText(key: string): boolean {
  return instance.exists(key, { lng: 'uk' })
}
