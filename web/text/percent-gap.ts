/**
 * What stands between a number and its per cent sign: a space that does not break, or nothing where
 * the language writes none. Ukrainian has the space by our own rule, against Intl.
 */
export const percentGap = (locale: string): string =>
  ['en', 'es-MX', 'zh-CN'].includes(locale) ? '' : '\u00a0'
