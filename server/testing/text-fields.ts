/** The places of a JSON Schema where a person's own words go, and how to put something there. */
type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}
export type Place = readonly string[]

/** Every place of a text: of any (`every`), or of one that no format and no list binds (`free`). */
export function textPlaces(
  schema: Schema | undefined,
  which: 'every' | 'free',
  at: Place = [],
): Place[] {
  if (!schema || at.length > 6) return []
  const bound = schema.format !== undefined || schema.enum || 'const' in schema
  const is_text = [schema.type].flat().includes('string')
  const here = is_text && (which === 'every' || !bound) ? [at] : []
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const inner = [
    ...choices.flatMap((choice) => textPlaces(choice, which, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      textPlaces(property, which, [...at, name]),
    ),
    ...(schema.items ? textPlaces(schema.items, which, [...at, '0']) : []),
  ]
  const all = new Map([...here, ...inner].map((place) => [place.join('/'), place]))
  return [...all.values()]
}

/** A copy of `body` with `value` at a place; what is missing on the way is made. */
export function putAt(body: unknown, place: Place, value: unknown): unknown {
  const [key, ...rest] = place
  if (key === undefined) return value
  if (key === '0') return [putAt(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const record = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return { ...record, [key]: putAt((record as Record<string, unknown>)[key], rest, value) }
}
