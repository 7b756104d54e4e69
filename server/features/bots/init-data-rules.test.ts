import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readInitData } from './init-data-rules.ts'

const TOKEN = '123456:AAE-the-token-of-a-bot-in-tests-0000'
const NOW = new Date('2026-11-21T12:00:00Z')
const at = (minutes: number) => String(NOW.getTime() / 1000 + minutes * 60)

function sign(fields: Record<string, string>, token = TOKEN): string {
  const text = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')
  const secret = createHmac('sha256', 'WebAppData').update(token).digest()
  const hash = createHmac('sha256', secret).update(text).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}
const fields = { auth_date: at(-5), query_id: 'AAH', user: '{"id":77,"first_name":"Олена"}' }

test('who opened the page is read from what Telegram signed', () => {
  expect(readInitData(sign(fields), TOKEN, NOW)).toEqual({ user_id: '77' })
})

test.each([
  ['of another bot', sign(fields, '654321:BBB')],
  ['with a changed user', sign(fields).replace('77', '78')],
  ['without a hash', new URLSearchParams(fields).toString()],
  ['with an empty hash', `${new URLSearchParams(fields).toString()}&hash=`],
  ['with a field twice', `${sign(fields)}&user=%7B%22id%22%3A78%7D`],
  ['older than an hour', sign({ ...fields, auth_date: at(-61) })],
  ['of the future', sign({ ...fields, auth_date: at(5) })],
  ['without a time', sign({ user: fields.user })],
  ['without a user', sign({ auth_date: fields.auth_date })],
  ['with a user that is no JSON', sign({ ...fields, user: '{' })],
  ['with no number for an id', sign({ ...fields, user: '{"id":"77"}' })],
  ['that is empty', ''],
])('what comes %s says nothing', (_what, text) => {
  expect(readInitData(text, TOKEN, NOW)).toBeNull()
})
