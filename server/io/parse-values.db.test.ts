import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { readSentMoments, valueTypes } from './parse-values.ts'
import { listParameter } from './records.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(async () => {
  await t.close()
})

const list = <T>(one: fc.Arbitrary<T>) => fc.array(fc.option(one, { freq: 9 }), { maxLength: 9 })
const signs = fc.constantFrom('', 'NULL', 'null', ' a', '","', '\\"', '(', '}', 'ї\n', "'", '🧁é')
const word = fc.oneof(fc.string(), signs, fc.constantFrom('accrual', 'import'))
const int8 = fc.oneof(fc.maxSafeInteger(), fc.nat(), fc.integer())
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2300, 0, 1) }),
  // From the last year that PostgreSQL knows to the last that a Date does.
  fc.integer({ min: Date.UTC(-4712, 0, 1), max: 8.64e15 }),
)

const asked = `select $1::int[] as counts, $2::bigint[] as sums, $3::text[] as words,
  $4::uuid[] as ids, array_send($5::timestamptz[]) as moments, ($5::timestamptz[])[1] as first`

it('reads what was written, whatever it holds', async () => {
  const lists = fc.record({
    counts: list(fc.integer()),
    sums: list(int8),
    words: list(word.map((text) => text.replaceAll('\0', ''))),
    ids: list(fc.uuid()),
    moments: list(moment),
  })
  await fc.assert(
    fc.asyncProperty(lists, async ({ counts, sums, words, ids, moments }) => {
      const { rows } = await t.io.pool.query<Record<string, unknown>>(asked, [
        listParameter('int4', counts),
        listParameter('int8', sums),
        listParameter('text', words),
        listParameter('uuid', ids),
        listParameter('timestamptz', moments),
      ])
      const [{ moments: sent, first, ...read } = {}] = rows
      expect(read).toEqual({ counts, sums, words, ids })
      expect(readSentMoments(sent as Buffer)).toEqual(moments)
      // The driver's own reading of years of the far past is not ours to prove.
      const [ms = null] = moments
      if (ms === null || ms > 0) expect(first).toEqual(ms === null ? null : new Date(ms))
    }),
    { numRuns: 300 },
  )
})

const readAs = (oid: number, text: string) =>
  (valueTypes.getTypeParser(oid, 'text') as (value: string) => unknown)(text)
const ownOf = (oid: number, text: string) =>
  (pg.types.getTypeParser(oid, 'text') as (value: string) => unknown)(text)

test.each([
  [1007, '{}'],
  [1007, '{{1,2},{3,4}}'],
  [1007, '[0:1]={1,2}'],
  [1007, '{-1,NULL}'],
  [1009, '{{a},{b}}'],
  [1009, '[2:3]={a,b}'],
  [1009, '{"NULL",NULL,null}'],
  [1184, 'infinity'],
  [1184, '-infinity'],
  [1184, '2026-03-01 10:00:00.123456+00'],
  [1184, '2026-03-01 10:00:00+02'],
  [1184, '12026-03-01 10:00:00+00'],
  [1184, '0044-03-15 10:00:00+00 BC'],
  [1184, '0044-03-15 10:00:00+00'],
])('type %i: %s, as the driver reads it', (oid, text) => {
  expect(readAs(oid, text)).toEqual(ownOf(oid, text))
})

test('what is no safe integer is a fault', () => {
  expect(readAs(20, '9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  expect(readAs(1016, '{9007199254740991,9}')).toEqual([Number.MAX_SAFE_INTEGER, 9])
  expect(() => readAs(20, '9007199254740992')).toThrow('safe range')
  expect(() => readAs(1016, '{9,9007199254740992}')).toThrow('safe range')
})

test('a moment without an end has no milliseconds', async () => {
  const { rows } = await t.io.pool.query<{ sent: Buffer }>(
    `select array_send(array['infinity'::timestamptz]) as sent`,
  )
  expect(() => readSentMoments(rows[0]?.sent ?? Buffer.alloc(0))).toThrow('without an end')
})
