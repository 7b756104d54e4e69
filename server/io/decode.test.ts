import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as wire from '#contract/wire.ts'
import { fittingOrSpoiled, schemasOf, wireValuesOf } from '#server/testing/every-endpoint.ts'
import { decoderOf, type Decoder } from './decode.ts'

type Outcome = { decoded: unknown; keys: string } | { issues: unknown }

/** What came of a value, told so that the order of keys, prototypes and holes count too. */
function outcomeOf(decode: Decoder, value: unknown): Outcome {
  try {
    const decoded = decode(value)
    return { decoded, keys: JSON.stringify(decoded) ?? 'nothing' }
  } catch (error) {
    if (error instanceof z.ZodError) return { issues: error.issues }
    throw error
  }
}

/** Holds a decoder against zod, and tells whether the value fits. */
function agree(schema: z.ZodType, decode: Decoder, value: unknown): boolean {
  const byZod = outcomeOf((given) => schema.parse(given, { reportInput: true }), value)
  const ours = outcomeOf(decode, value)
  expect(ours).toStrictEqual(byZod)
  return 'decoded' in ours
}

/** Runs a trial of a decoder that is told how often it has left the answer to zod. */
function watching(schema: z.ZodType, tryOut: (decode: Decoder, left: () => number) => void): void {
  const { parse } = schema
  let left = 0
  schema.parse = (...given) => {
    left += 1
    return parse(...given)
  }
  try {
    tryOut(decoderOf(schema), () => left)
  } finally {
    schema.parse = parse
  }
}

const leaves: z.ZodType[] = [
  ...[wire.money, wire.signedMoney, wire.percent, wire.quantity, wire.moneyInQuery, wire.day],
  ...[wire.id, wire.email, wire.moment, wire.phone, wire.cashierLogin, wire.localTime],
  ...[wire.line(1, 5), wire.line(0, 3), wire.paragraph(5), wire.versionText, wire.language],
  ...[z.string(), z.string().describe('Any text.'), z.string().trim().min(2).max(3), z.url()],
  ...[z.number(), z.number().min(1).max(10), z.number().gt(1), z.int(), z.int().min(0).default(7)],
  ...[z.boolean(), z.null(), z.unknown(), z.enum(['one', 'two']), z.literal([0, 'none'])],
  z.coerce.number().int().min(1).default(1),
  z.string().refine((text) => text.length % 2 === 0, 'odd'),
  z.string().superRefine((text, context) => {
    if (text.includes('a')) context.addIssue({ code: 'custom', message: 'with_a' })
  }),
  z.string().transform((text) => (text === '' ? undefined : text.length)),
  z.string().prefault('none'),
  z.union([wire.quantity, z.literal(0), z.object({ a: z.string() })]),
  z.record(z.string(), wire.money),
  z.tuple([wire.id, z.int()]),
]

const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...[0, -0, 1, -1, 7, 10, 1.5, 0.001, 250, 1e12, Number.NaN, Infinity, null, undefined, true],
    ...['', 'one', 'none', 'довге слово', ' a ', '👍👍', '\u202eab', '\ud83d', 'a\u0000b', '12,5'],
    ...['2026-02-29', '2026-11-21', '1899-12-31', '2026-11-21T10:00:00.000Z', '09:30', '5', '0x5'],
    ...['019b0000-0000-7000-8002-000000000001', 'A@b.ua ', '067 123 45 67', 'https://verta.ua'],
    ...[[], [1], {}, { a: 1 }, { toString: 'no' }, JSON.parse('{"__proto__":{"a":1}}')],
  ),
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 6 }),
)

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    value,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ a: tie('value'), b: tie('value'), c: tie('value') }, { requiredKeys: [] }),
    // Queries come without a prototype.
    fc.record({ b: tie('value'), a: tie('value') }, { noNullPrototype: false }),
  ),
})).value

const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie('schema').map((inner) => z.array(inner)),
    tie('schema').map((inner) => z.array(inner).min(1).max(2)),
    tie('schema').map((inner) => inner.nullable()),
    tie('schema').map((inner) => inner.optional()),
    tie('schema').map((inner) => inner.default('given' as never)),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.object({ a, b })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.strictObject({ a, b: b.optional() })),
    tie('schema').map((a) => z.object({ a }).refine((whole) => Object.keys(whole).length > 0)),
  ),
}))

describe('a decoder made of a schema', () => {
  test('answers as zod does, and refuses what zod refuses with the same words', () => {
    fc.assert(
      fc.property(schemas, values, (schema, given) => {
        agree(schema, decoderOf(schema), given)
      }),
      { numRuns: 3_000 },
    )
  })

  test.each(leaves.map((leaf, i) => [i, leaf] as const))('agrees on leaf %i', (_i, leaf) => {
    const decode = decoderOf(leaf)
    fc.assert(
      fc.property(value, (given) => void agree(leaf, decode, given)),
      { numRuns: 300 },
    )
  })

  test('leaves what is absent absent, and refuses what it does not know', () => {
    const decode = decoderOf(z.strictObject({ a: z.string().optional(), b: z.int().default(3) }))
    expect(decode({})).toStrictEqual({ b: 3 })
    expect(decode({ a: undefined, b: 1 })).toStrictEqual({ a: undefined, b: 1 })
    expect(() => decode({ c: 1 })).toThrow(/unrecognized_keys/)
    expect(() => decode(JSON.parse('{"__proto__":1}'))).toThrow(/unrecognized_keys/)
  })
})

const parts = await schemasOf(['params', 'query', 'body', 'form'])

describe('what comes in at every endpoint', () => {
  const counted = { fit: 0, left: 0, refused: 0 }

  test.each(parts)('%s', (_name, schema) => {
    const any = fittingOrSpoiled(wireValuesOf(schema), value)
    watching(schema, (decode, left) => {
      fc.assert(
        fc.property(any, (given) => {
          const before = left()
          const fits = 'decoded' in outcomeOf(decode, given)
          // Its own errors zod has to tell, but what fits is answered without it.
          if (fits) counted.left += left() - before
          counted[agree(schema, decode, given) ? 'fit' : 'refused'] += 1
        }),
        { numRuns: 40 },
      )
    })
  })

  test('what fits was answered without zod, and there was enough of both', () => {
    expect(parts.length).toBeGreaterThan(300)
    expect(counted.left).toBe(0)
    expect(counted.fit).toBeGreaterThan(parts.length * 8)
    expect(counted.refused).toBeGreaterThan(parts.length * 8)
  })
})
