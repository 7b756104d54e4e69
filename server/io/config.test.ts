import { describe, expect, test } from 'vitest'
import { processesFor, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://verta.example',
  SECRET_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}`,
  DATABASE_URL: 'postgres://verta_app:p@db.example/verta?sslmode=verify-full',
  SMTP_URL: 'smtps://user:p@smtp.example:465',
}
const start = (changes: Record<string, string | undefined>) => () =>
  readConfig({ ...production, ...changes })

describe('in production a link to another machine', () => {
  test('starts with TLS that is checked, and on this machine without', () => {
    for (const changes of [
      {},
      { SMTP_URL: 'smtp://smtp.example:587?requireTLS=true' },
      { SMTP_URL: 'smtp://localhost:25', DATABASE_URL: 'postgres://verta_app@127.0.0.1/verta' },
      { DATABASE_URL: 'postgres://verta_app@localhost/verta?host=/run/postgresql' },
      { DATABASE_URL: 'postgres://verta_app@[::1]:5432/verta' },
    ]) {
      expect(start(changes), JSON.stringify(changes)).not.toThrow()
    }
  })

  test('in clear stops the start with the name of its setting, unless the operator insists', () => {
    for (const [kind, name, value] of [
      ['mail', 'SMTP_URL', 'smtp://smtp.example:587'],
      ['mail', 'SMTP_URL', 'smtp://127.0.0.1.evil.example'],
      ['database', 'DATABASE_URL', 'postgres://verta_app:p@db.example/verta'],
      ['database', 'DATABASE_URL', 'postgres://verta_app:p@db.example/verta?sslmode=require'],
      [
        'database',
        'DATABASE_MIGRATE_URL',
        'postgres://verta_owner:p@10.0.0.5/verta?sslmode=prefer',
      ],
    ] as const) {
      expect(start({ [name]: value }), value).toThrow(name)
      expect(start({ [name]: value, PLAIN_LINKS: kind }), value).not.toThrow()
      expect(start({ [name]: value, NODE_ENV: 'development' }), value).not.toThrow()
    }
  })
})

test('as many processes serve as there are cores but the one of a database beside them', () => {
  const cores = [1, 2, 3, 4, 8]
  expect(cores.map((count) => processesFor(count, true))).toEqual([1, 1, 2, 3, 4])
  expect(cores.map((count) => processesFor(count, false))).toEqual([1, 2, 3, 4, 4])
})
