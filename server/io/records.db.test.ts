import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { recordsText } from './records.ts'

let t: TestIo
let client: pg.Client
beforeAll(async () => {
  t = await openTestIo()
  client = new pg.Client(t.owner_url)
  await client.connect()
  await client.query(`create type tried as (count int, good boolean, word text, counts int[],
    words text[])`)
})
afterAll(async () => {
  await client.end()
  await t.close()
})

const signs = fc.constantFrom('', 'NULL', 'null', ' a', '","', '\\"', '(', '}', 'ї\n', "'")
const word = fc.option(fc.oneof(signs, fc.string({ unit: 'grapheme' })))
const number = fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
const row = fc.record({
  count: number,
  good: fc.option(fc.boolean()),
  word: word.map((text) => text && text.replaceAll('\0', '')),
  counts: fc.option(fc.array(number, { maxLength: 3 })),
  words: fc.array(
    word.map((text) => text && text.replaceAll('\0', '')),
    { maxLength: 3 },
  ),
})

it('PostgreSQL reads what was meant, whatever signs it holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 4 }), async (rows) => {
      const read = await client.query('select * from unnest($1::tried[])', [recordsText(rows)])
      expect(read.rows).toEqual(rows)
    }),
    { numRuns: 200 },
  )
})
