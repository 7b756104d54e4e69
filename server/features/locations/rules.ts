/** How countries are called: the names come from Intl, in the reader's language and order. */

/**
 * Names countries and puts them in the order of the reader's alphabet, the home country first.
 * `language` is a BCP 47 tag such as `uk`.
 */
export function nameCountries<T extends { code: string }>(
  countries: readonly T[],
  language: string,
): (T & { name: string })[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(language)
  const home = (country: T) => (country.code === 'UA' ? 0 : 1)
  return countries
    .map((country) => ({ ...country, name: names.of(country.code) ?? country.code }))
    .toSorted((a, b) => home(a) - home(b) || compare(a.name, b.name))
}
