import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import {
  listParameter,
  readRecordTypes,
  recordsParameter,
  withRecordTypes,
  type RecordType,
} from './records.ts'
import { keyLists } from './together.ts'

let t: TestIo
let client: pg.Client
let tried: RecordType
beforeAll(async () => {
  t = await openTestIo()
  client = new pg.Client(t.owner_url)
  await client.connect()
  await client.query(`create type tried as (count int, small smallint, large bigint, good boolean,
    word text, told json, id uuid, day date, moment timestamptz, counts int[], sums bigint[],
    words text[], ids uuid[], moments timestamptz[])`)
  await client.query(`set timezone = 'UTC'`)
  const [type] = await readRecordTypes((text, values) => client.query(text, values), ['tried'])
  if (!type) throw new Error('the type was not found')
  tried = type
})
afterAll(async () => {
  await client.end()
  await t.close()
})

const signs = fc.constantFrom('', 'NULL', 'null', ' a', '","', '\\"', '(', '}', 'ї\n', "'", '🧁é')
const long = fc.string({ unit: 'grapheme', minLength: 30, maxLength: 400 })
const text = fc
  .oneof(signs, fc.string({ unit: 'grapheme' }), long)
  .map((word) => word.replaceAll('\0', ''))
const between = (power: number) => fc.integer({ min: -(2 ** power), max: 2 ** power - 1 })
const large = fc.oneof(between(53), between(33), between(9)).filter(Number.isSafeInteger)
const day = fc
  .integer({ min: Date.UTC(1000, 0, 1) / 864e5, max: Date.UTC(9999, 11, 31) / 864e5 })
  .map((number) => new Date(number * 864e5).toISOString().slice(0, 10))
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) }),
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2290, 0, 1) }),
)
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one)
const list = <T>(one: fc.Arbitrary<T>) => orNull(fc.array(orNull(one), { maxLength: 9 }))
const row = fc.record({
  count: orNull(between(31)),
  small: orNull(between(15)),
  large: orNull(large),
  good: orNull(fc.boolean()),
  word: orNull(text),
  told: orNull(fc.json()),
  id: orNull(fc.uuid()),
  day: orNull(day),
  moment: orNull(moment),
  counts: list(between(31)),
  sums: list(large),
  words: list(text),
  ids: list(fc.uuid()),
  moments: list(moment),
})

type Tried = typeof row extends fc.Arbitrary<infer T> ? T : never

/** Told as text, so that the driver's own reading has no say. */
const readings = `
  select count, small, large::text as large, good, word, told::text as told, id::text as id,
    day::text as day, (extract(epoch from moment) * 1000000)::text as moment, counts,
    sums::text[] as sums, words, ids::text[] as ids,
    case when moments is not null then array(
      select (extract(epoch from m) * 1000000)::text
      from unnest(moments) with ordinality as u(m, i) order by i) end as moments
  from unnest($1::tried[])`

/** What the reading must tell of a row. */
const toldOf = (one: Tried) => ({
  ...one,
  large: one.large?.toString() ?? null,
  moment: microseconds(one.moment),
  sums: one.sums?.map((sum) => sum?.toString() ?? null) ?? null,
  moments: one.moments?.map(microseconds) ?? null,
})
const microseconds = (ms: number | null) => (ms === null ? null : `${BigInt(ms) * 1000n}.000000`)

it('PostgreSQL reads what was meant, whatever the rows hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 4 }), async (rows) => {
      const read = await client.query(readings, [recordsParameter(tried, rows)])
      expect(read.rows).toEqual(rows.map(toldOf))
    }),
    { numRuns: 300 },
  )
})

const empty = {
  ...{ count: null, small: null, large: null, good: null, word: null, told: null, id: null },
  ...{ day: null, moment: null, counts: null, sums: null, words: null, ids: null, moments: null },
}

test('keys of a look-up come with their places', async () => {
  const keys = keyLists({ id: 'uuid', word: 'text', hash: 'bytea', since: 'date' })
  const id = '018f0000-0000-7000-8000-00000000abcd'
  const asked = [
    { id, word: 'a', hash: Buffer.from([0, 255, 128]), since: null },
    { id, word: 'її', hash: Buffer.alloc(0), since: '2026-03-01' },
  ]
  const { rows } = await t.io.pool.query(`select k.* from ${keys.from}`, keys.values(asked))
  expect(rows).toEqual(asked.map((key, i) => ({ ...key, i })))
})

test('lists of base types go as they are, none and nothing among them', async () => {
  const { rows } = await client.query(
    'select $1::text[] as texts, $2::uuid[] as ids, $3::int[] as none',
    [
      listParameter('text', ['a', null, '🧁']),
      listParameter('uuid', ['018F0000-0000-7000-8000-00000000ABCD']),
      listParameter('int4', []),
    ],
  )
  const ids = ['018f0000-0000-7000-8000-00000000abcd']
  expect(rows).toEqual([{ texts: ['a', null, '🧁'], ids, none: [] }])
})

describe('what cannot be written is thrown', () => {
  test.each([
    ['count', 2 ** 31],
    ['count', 1.5],
    ['count', '1'],
    ['small', -(2 ** 15) - 1],
    ['large', 2 ** 53],
    ['good', 1],
    ['word', 7],
    ['id', '018f0000-0000-7000-8000-00000000abcg'],
    ['id', '018f0000000-0-7000-8000-00000000abcd'],
    ['id', '018f0000-0000-7000-8000-00000000abc€'],
    ['day', '2026-02-30'],
    ['day', '26-2-3'],
    ['moment', Number.NaN],
    ['moment', Number.POSITIVE_INFINITY],
    ['moment', 8.64e15 + 1],
    ['counts', 1],
    ['sums', [1, 'a']],
  ])('%s: %j', (field, value) => {
    expect(() => recordsParameter(tried, [{ ...empty, [field]: value }])).toThrow(TypeError)
  })

  test('a row that is not of the type', () => {
    const { word: _, ...wordless } = empty
    expect(() => recordsParameter(tried, [wordless])).toThrow('or lacks others')
    expect(() => recordsParameter(tried, [{ ...wordless, wort: 'a' }])).toThrow('has no word')
    expect(() => recordsParameter(tried, [{ ...empty, wort: 'a' }])).toThrow('no attribute wort')
  })

  test('a type that is not there, or has what nothing writes', async () => {
    const ask = (query: string, values: string[]) => client.query(query, values)
    await expect(readRecordTypes(ask, ['missing'])).rejects.toThrow('no composite type missing')
    await client.query('create type pointed as (place point)')
    await expect(readRecordTypes(ask, ['pointed'])).rejects.toThrow('nothing writes pointed.place')
  })
})

test('a type that was made anew is asked for again', async () => {
  const pool = new pg.Pool({ connectionString: t.owner_url, max: 1 })
  const read = () =>
    withRecordTypes(pool, ['anew'], async ([type]) => {
      if (!type) throw new Error('the type was not found')
      const { rows } = await pool.query<{ word: string }>('select word from unnest($1::anew[])', [
        recordsParameter(type, [{ word: 'a' }]),
      ])
      return rows
    })
  await pool.query('create type anew as (word text)')
  expect(await read()).toEqual([{ word: 'a' }])
  await pool.query('drop type anew')
  await pool.query('create type anew as (word text)')
  expect(await read()).toEqual([{ word: 'a' }])
  await pool.end()
})
