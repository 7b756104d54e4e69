/**
 * What a mailing may say of each reader: `{імʼя}` or `{name}`, in the notation of `template.ts`. Free
 * of zod, so that the editor checks as the server does.
 */
import { fillTemplate, plainName, readTemplate, type Names, type Values } from './template.ts'

const words = {
  name: ['name', 'імʼя', 'имя'],
  balance: ['balance', 'баланс'],
  expiring: ['expiring', 'згорить', 'сгорит'],
  date: ['date', 'дата'],
  shop: ['shop', 'магазин'],
} as const
export type PostVariable = keyof typeof words

const names: Names = new Map(Object.entries(words))
/** Those that a number stands behind: plural forms may follow it. */
const figures: ReadonlySet<PostVariable> = new Set<PostVariable>(['balance', 'expiring'])

/** How a language names them, for hints: `{імʼя}`. */
export const printedVariables = (locale: string): string[] => {
  const place = locale.startsWith('uk') ? 1 : locale.startsWith('ru') ? -1 : 0
  return Object.values(words).map((all) => `{${all.at(place)}}`)
}

/** Names in a text that mean nothing. */
export const unknownVariables = (text: string): string[] =>
  readTemplate(text, names, figures).problems.flatMap((problem) =>
    problem.code === 'unknown_variable' ? [problem.name] : [],
  )

const known = new Set(Object.values(words).flatMap((all) => all.map(plainName)))

/** True when a text says something of its reader. */
export const hasVariables = (text: string): boolean =>
  [...text.matchAll(/\{([^{}|]+)/g)].some(([, name = '']) => known.has(plainName(name)))

/** The text for one reader, in the plural forms of `language`. */
export const fillVariables = (
  text: string,
  values: Values & Readonly<Record<PostVariable, Values[string]>>,
  language: string,
): string => fillTemplate(readTemplate(text, names, figures), values, language)
