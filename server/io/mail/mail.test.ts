import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '#server/testing/test-config.ts'
import { systemClock } from '../clock.ts'
import { serveDevMail } from './dev-mail.ts'
import { html } from './html.ts'
import { openInbox } from './inbox.ts'
import { setLetter } from './letter.ts'
import { openMail } from './mail.ts'

const letter = setLetter({
  language: 'ua-UA',
  subject: 'Підтвердьте пошту',
  greeting: 'Вітаємо, <b>Олено</b>!',
  paragraphs: ['Перший & другий «абзац».'],
  button: { title: 'Підтвердити', url: 'https://verta.example/auth/confirm-email/abc?x=1&y=2' },
  note: 'Посилання діє 48 годин.',
})

describe('a letter', () => {
  it('says the same in HTML, escaped, and in plain text', () => {
    expect(letter.subject).toBe('Підтвердьте пошту · Верта')
    expect(letter.html).toContain('Вітаємо, &lt;b&gt;Олено&lt;/b&gt;!')
    expect(letter.html).toContain('Перший &amp; другий')
    expect(letter.html).toContain('href="https://verta.example/auth/confirm-email/abc?x=1&amp;y=2"')
    expect(letter.text).toContain('Вітаємо, <b>Олено</b>!')
    expect(letter.text).toContain('https://verta.example/auth/confirm-email/abc?x=1&y=2')
    expect(letter.text).not.toContain('undefined')
    expect(letter.html).not.toContain('undefined')
  })

  it('loads nothing from the net', () => {
    expect(letter.html).not.toMatch(/<(?:img|script|link|iframe)|url\(/i)
  })
})

it('the html template escapes every value but markup of its own', () => {
  const evil = `"><img src=x onerror='alert(1)'>`
  const escaped = '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;'
  expect(html`<a title="${evil}">${evil}</a>${html`<b>${1}</b>`}${undefined}`.text).toBe(
    `<a title="${escaped}">${escaped}</a><b>1</b>`,
  )
})

describe('mail by SMTP', () => {
  const received: { from: string; to: string[]; raw: Buffer }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'verta' && password === 'pass word') done(null, { user: username })
      else done(new Error('no such user'))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        })
        done(null)
      })
    },
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.server.address() as AddressInfo).port
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  const open = (login = 'verta:pass%20word') =>
    openMail(
      {
        SMTP_URL: `smtp://${login}@127.0.0.1:${port}`,
        MAIL_FROM: 'Верта <no-reply@verta.example>',
        DATA_DIR: '/nowhere',
        production: true,
      },
      systemClock,
    )

  it('arrives whole, in Ukrainian, with both parts', async () => {
    await open().send({ to: 'olena@example.com', ...letter })
    const [last] = received.slice(-1)
    expect(last).toMatchObject({ from: 'no-reply@verta.example', to: ['olena@example.com'] })
    const parsed = await PostalMime.parse(last?.raw ?? '')
    expect(parsed.subject).toBe(letter.subject)
    expect(parsed.from).toMatchObject({ name: 'Верта', address: 'no-reply@verta.example' })
    expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
    expect(parsed.html?.replaceAll('\r\n', '\n').trim()).toBe(letter.html.trim())
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted' }))
  })

  it('goes to one receiver, whatever stands in the address or the subject', async () => {
    const before = received.length
    const tricks = [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com>\r\nRCPT TO:<b@example.com',
    ]
    for (const to of tricks)
      await open()
        .send({ to, ...letter })
        .catch(() => undefined)
    await open().send({
      to: 'c@example.com',
      ...letter,
      subject: 'x\r\nBcc: b@example.com\r\n\r\nbody',
    })
    for (const { to, raw } of received.slice(before)) {
      expect(to.length).toBe(1)
      expect(to[0]).not.toMatch(/^b@/)
      const { bcc } = await PostalMime.parse(raw)
      expect(bcc).toBeUndefined()
    }
  })

  it('throws when the server does not take it, so that the job tries again', async () => {
    await expect(open('verta:wrong').send({ to: 'a@example.com', ...letter })).rejects.toThrow()
  })
})

describe('the development inbox', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'verta-mail-'))
  afterAll(() => rm(DATA_DIR, { recursive: true }))

  it('keeps letters in files and shows them as pages where nothing can run', async () => {
    const config = testConfig({ DATA_DIR })
    const app = Fastify()
    serveDevMail(app, config, systemClock)
    expect((await app.inject('/dev/mail')).body).toContain('No mail yet')
    const mail = openMail(config, systemClock)
    await mail.send({ to: 'first@example.com', ...letter })
    await mail.send({ to: 'second@example.com', ...letter, subject: '<script>alert(1)</script>' })

    const list = await app.inject('/dev/mail')
    expect(list.headers['content-security-policy']).toContain("default-src 'none'")
    expect(list.body).toContain('first@example.com')
    expect(list.body).not.toContain('<script>')
    const { data } = (await app.inject('/dev/mail.json')).json()
    expect(data.items.map(({ to }: { to: string }) => to)).toEqual([
      'second@example.com',
      'first@example.com',
    ])

    const { id } = data.items[1]
    const shown = await app.inject(`/dev/mail/${id}`)
    expect(shown.body).toContain(
      '<a href="https://verta.example/auth/confirm-email/abc?x=1&amp;y=2">',
    )
    expect((await app.inject(`/dev/mail/${id}.html`)).body).toContain('Перший &amp; другий')
    for (const wrong of ['0190a000-0000-7000-8000-000000000000', '..%2f..%2fsecret-keys', 'x']) {
      expect((await app.inject(`/dev/mail/${wrong}`)).statusCode).toBe(404)
    }
  })

  it('is not there when mail really leaves, nor in production', async () => {
    const smtp = testConfig({ DATA_DIR, SMTP_URL: 'smtp://localhost' })
    for (const config of [smtp, { ...testConfig({ DATA_DIR }), production: true }]) {
      const app = Fastify()
      serveDevMail(app, config, systemClock)
      for (const path of ['/dev/mail', '/dev/mail.json', '/dev/mail/x']) {
        expect((await app.inject(path)).statusCode).toBe(404)
      }
    }
    expect(() => openMail({ MAIL_FROM: 'a@b.c', DATA_DIR, production: true }, systemClock)).toThrow(
      'SMTP_URL',
    )
    expect(await openInbox(join(DATA_DIR, 'empty'), systemClock).list(10)).toEqual([])
  })
})
