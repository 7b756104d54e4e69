/** Whatever whole number a caller sends fits the four bytes it is kept in or compared with. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint } from '#server/testing/every-endpoint.ts'

const FOUR_BYTES = 2 ** 31

/** Wider on purpose, and nothing a column is compared with. */
const wider: Record<string, string> = {
  'POST /pos-api/v1/bonuses/cancel body/properties/version': 'a digest of the estimate',
  'POST /api/v1/receipts/{id}/cancel body/properties/version': 'a digest of the estimate',
}

/** Where in a JSON schema a whole number may be too large or too small. */
function tooWide(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maximum = Infinity, minimum = -Infinity } = schema as Record<string, unknown>
  const whole = type === 'integer' || (Array.isArray(type) && type.includes('integer'))
  const fits = Number(maximum) < FOUR_BYTES && Number(minimum) >= -FOUR_BYTES
  return [
    ...(whole && !fits ? [at] : []),
    ...Object.entries(schema).flatMap(([key, part]) => tooWide(part, `${at}/${key}`)),
  ]
}

test('a whole number of a request is bounded', async () => {
  const all = await everyEndpoint()
  expect(all.length).toBeGreaterThan(200)
  const found = all.flatMap((endpoint) =>
    (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
      const schema = endpoint[part]
      if (!schema) return []
      const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return tooWide(written, `${endpoint.method} ${endpoint.path} ${part}`)
    }),
  )
  expect(found.toSorted()).toEqual(Object.keys(wider).toSorted())
})

test('the search is sharp', () => {
  const wide = z.toJSONSchema(z.object({ list: z.array(z.int().nullable()) }))
  expect(tooWide(wide, '')).toHaveLength(1)
  expect(tooWide(z.toJSONSchema(z.int32()), '')).toEqual([])
})
