import { Writable } from 'node:stream'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testConfig } from '#server/testing/test-config.ts'
import { openHttp } from './http.ts'
import { openLog, withoutSecrets } from './log.ts'

function listen() {
  const lines: string[] = []
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: openLog('debug', to), text: () => lines.join('') }
}

test('a phone, a token, a code or a mail handed to the log does not get into it', () => {
  const { log, text } = listen()
  const secret = {
    phone: '+380671234567',
    token: 'tok-5f2a',
    code: '4821',
    email: 'olena@example.com',
    pin: '9177',
  }
  log.info(secret, 'at the root')
  log.info({ buyer: secret }, 'one level down')
  for (const value of Object.values(secret)) expect(text()).not.toContain(value)
  expect(text()).toContain('one level down')
})

test('an error of the database tells its kind and state, not the row it quotes', () => {
  const { log, text } = listen()
  const error = new pg.DatabaseError('duplicate key value of +380671234567', 0, 'error')
  Object.assign(error, { code: '23505', detail: 'Key (phone)=(380671234567) already exists.' })
  log.error({ err: error }, 'a job failed')
  const line = JSON.parse(text()) as { err: { reason: string; message: string } }
  expect(line.err.reason).toBe('23505')
  expect(line.err.message).toBe('duplicate key value of +380•••67')
  expect(text()).not.toContain('671234567')
})

test('an error and its cause are freed of tokens and addresses that a library put in them', () => {
  const { log, text } = listen()
  const bot = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
  const cause = new Error(`request to https://api.telegram.org/bot${bot}/sendMessage failed`)
  log.error({ err: new Error('Bearer abc.def-123 for a@b.com', { cause }) }, 'a bot is silent')
  for (const secret of [bot, 'AAEhBOweik6ad9r', 'abc.def-123', 'a@b.com']) {
    expect(text()).not.toContain(secret)
  }
})

test('calls are told by route, whatever their address, headers and faults carry', async () => {
  const { log, text } = listen()
  const app = openHttp(testConfig({}), log)
  app.get('/buyers/:phone', () => ({ found: true }))
  app.get('/fault/:phone', (request) => {
    throw new Error(`nothing is known of ${(request.params as { phone: string }).phone}`)
  })
  const headers = { authorization: 'Bearer till-token-81f3', cookie: 'session=cookie-77aa' }
  for (const url of [
    '/buyers/380671234567?code=4821',
    '/fault/380671234567',
    '/none/380671234567?token=link-5521',
  ]) {
    await app.inject({ url, headers })
  }
  await app.close()
  expect(text()).toContain('"route":"/buyers/:phone","status":200')
  expect(text()).toContain('nothing is known of 380•••67')
  for (const secret of ['671234567', '4821', 'link-5521', 'till-token-81f3', 'cookie-77aa']) {
    expect(text()).not.toContain(secret)
  }
})

test('what helps to find a fault stays readable', () => {
  const kept = [
    'request 0199f3c2-7a10-7bd4-8f3e-123456789012 took 1500 ms',
    'server/io/http.ts:120:14',
    'connect ECONNREFUSED 127.0.0.1:5432',
  ]
  for (const text of kept) expect(withoutSecrets(text)).toBe(text)
  expect(withoutSecrets('/mail/confirm?token=abc&next=1')).toBe('/mail/confirm?token=•••&next=1')
})

test('a text without end costs no more than its beginning', () => {
  expect(withoutSecrets('a'.repeat(1_000_000)).length).toBeLessThanOrEqual(10_000)
})
