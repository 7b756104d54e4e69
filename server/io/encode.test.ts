import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { day, id, line, moment, money, percent, quantity, signedMoney } from '#contract/wire.ts'
import { fittingOrSpoiled, schemasOf, wireValuesOf } from '#server/testing/every-endpoint.ts'
import { encoderOf } from './encode.ts'

/** What zod answers; undefined when it refuses. */
function byZod(schema: z.ZodType, value: unknown): unknown {
  const encoded = z.safeEncode(schema, value)
  return encoded.success ? { data: JSON.parse(JSON.stringify(encoded.data) ?? 'null') } : 'refused'
}

function byEncoder(schema: z.ZodType, value: unknown, encode = encoderOf(schema)): unknown {
  try {
    const encoded = encode(value)
    return { data: JSON.parse(JSON.stringify(encoded) ?? 'null') }
  } catch {
    return 'refused'
  }
}

const leaves: z.ZodType[] = [
  money,
  signedMoney,
  percent,
  quantity,
  id,
  day,
  moment,
  line(1, 5),
  z.string(),
  z.string().describe('Any text.'),
  z.string().max(3),
  z.email(),
  z.coerce.number().int(),
  z
    .string()
    .optional()
    .refine((text) => text !== undefined),
  z
    .string()
    .nullable()
    .refine((text) => text !== null),
  z.int().default(7),
  z.object({ a: money }).refine(({ a }) => a >= 100),
  z.array(money).refine(([first]) => first === 7),
  z.union([z.object({ a: z.coerce.number() }), z.object({ a: z.string() })]),
  day.optional().nullable(),
  z.codec(z.string().optional(), z.int(), { decode: Number, encode: String }),
  z.codec(z.string(), z.int().optional(), { decode: Number, encode: String }),
  z.number(),
  z.number().min(1).max(10),
  z.number().gt(1),
  z.int(),
  z.int().min(0),
  z.boolean(),
  z.null(),
  z.enum(['one', 'two']),
  z.literal([0, 'none']),
  z.union([quantity, z.literal(0)]),
  z.record(z.string(), money),
  z.unknown(),
]

const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...[0, 1, -1, 7, 10, 1.5, 250, 1e12, Number.NaN, Infinity, null, undefined, true, ''],
    ...['one', 'none', 'довге слово', '2026-02-29', '2026-11-21', '2026-11-21T10:00:00.000Z'],
    ...['2026-11-21T10:00:00+02:00', '019b0000-0000-7000-8002-000000000001', 'a@b.ua', 'a\u0000b'],
    ...[[], [1], {}, { a: 1 }, { toString: 'no' }],
  ),
  fc.integer(),
  fc.double(),
  fc.string({ maxLength: 6 }),
)

const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie('schema').map((inner) => z.array(inner)),
    tie('schema').map((inner) => z.array(inner).min(1)),
    tie('schema').map((inner) => inner.nullable()),
    tie('schema').map((inner) => inner.optional()),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.object({ a, b })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.strictObject({ a, b: b.optional() })),
    tie('schema').map((a) => z.object({ a }).refine((whole) => Object.keys(whole).length > 0)),
    tie('schema').map((a) => z.union([z.object({ a }), z.object({ b: a }), a])),
  ),
}))

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    value,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ a: tie('value'), b: tie('value'), c: tie('value') }, { requiredKeys: [] }),
  ),
})).value

describe('an encoder made beforehand', () => {
  test('answers as zod does, and refuses what zod refuses', () => {
    fc.assert(
      fc.property(schemas, values, (schema, given) => {
        expect(byEncoder(schema, given)).toEqual(byZod(schema, given))
      }),
      { numRuns: 3_000 },
    )
  })

  test.each(leaves.map((leaf, i) => [i, leaf] as const))('agrees on leaf %i', (_i, leaf) => {
    fc.assert(
      fc.property(value, (given) => {
        expect(byEncoder(leaf, given)).toEqual(byZod(leaf, given))
      }),
      { numRuns: 300 },
    )
  })

  test('turns amounts into decimals and leaves unknown fields out', () => {
    const receipt = z.object({ to_pay: money, lines: z.array(z.object({ price: money })) })
    const given = { to_pay: 12_050, secret: 'x', lines: [{ price: 5, cost: 1 }] }
    expect(encoderOf(receipt)(given)).toEqual({ to_pay: 120.5, lines: [{ price: 0.05 }] })
  })

  test('says what does not fit and where', () => {
    const receipt = z.object({ lines: z.array(z.object({ price: money })) })
    expect(() => encoderOf(receipt)({ lines: [{ price: 0.5 }] })).toThrow(/lines\[0\]\.price/)
  })
})

/** How often a schema itself was walked while something was done. */
function walksOf(schema: z.ZodType, doing: () => void): number {
  const { _zod } = schema
  const { run } = _zod
  let walks = 0
  _zod.run = (...given) => {
    walks += 1
    return run(...given)
  }
  try {
    doing()
  } finally {
    _zod.run = run
  }
  return walks
}

const responses = await schemasOf(['response'])

describe('what every endpoint answers', () => {
  const counted = { fit: 0, walked: 0, refused: 0 }

  test.each(responses)('%s', (_name, response) => {
    const schema = z.object({ data: response })
    const fitting = wireValuesOf(schema).map((wire) => schema.safeParse(wire).data)
    const encode = encoderOf(schema)
    fc.assert(
      fc.property(fittingOrSpoiled(fitting, value), (given) => {
        let ours: unknown
        const walks = walksOf(schema, () => (ours = byEncoder(schema, given, encode)))
        expect(ours).toStrictEqual(byZod(schema, given))
        if (ours !== 'refused') counted.walked += walks
        counted[ours === 'refused' ? 'refused' : 'fit'] += 1
      }),
      { numRuns: 40 },
    )
  })

  test('what fits was encoded without zod, and there was enough of both', () => {
    expect(responses.length).toBeGreaterThan(180)
    expect(counted.walked).toBe(0)
    expect(counted.fit).toBeGreaterThan(responses.length * 8)
    expect(counted.refused).toBeGreaterThan(responses.length * 5)
  })
})
