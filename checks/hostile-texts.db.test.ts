/**
 * What strangers wrote, in all that leaves a shop: every file, every letter, every message. It is
 * there as it was written, and runs nowhere. What pages show of it: `e2e/hostile.e2e.ts`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '#server/app.ts'
import { deliverBulk } from '#server/features/bots/deliver-bulk.ts'
import { newId } from '#server/io/id.ts'
import { feedMailing } from '#server/features/posts/feed-mailing.ts'
import { unpack, takeArchive } from '#server/testing/archives.ts'
import { openBotWorld } from '#server/testing/bots.ts'
import {
  cellsOfCsv,
  cellsOfXlsx,
  readLetter,
  runningCells,
} from '#server/testing/exported-files.ts'
import { fillHostileShop, type HostileShop } from '#server/testing/hostile-shop.ts'
import { controlTexts, hostileTexts } from '#server/testing/hostile-texts.ts'
import { openBrowser, signUpOwner, type Answer } from '#server/testing/identity.ts'
import { openPayingShop, pressPay, TARIFF } from '#server/testing/paying.ts'
import { newPhone } from '#server/testing/receipts.ts'
import { type Shop, withToken } from '#server/testing/shop.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let shop: Shop
let filled: HostileShop

const must = async (answered: Promise<Answer>) => {
  const { status, data, body } = await answered
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return data
}

beforeAll(async () => {
  world = await openBotWorld({
    config: {
      ...{ INVOICE_RECIPIENT: 'ТОВ «Верта»', INVOICE_IBAN: 'UA213223130000026007233566001' },
      PLATFORM_ADMIN_EMAILS: 'platform@verta.test',
    },
  })
  const { t } = world
  shop = await openPayingShop(t)
  filled = await fillHostileShop({
    ...{ organization_id: shop.organization_id, pos_id: shop.pos_id, newPhone },
    owner: (...call) => must(shop.owner.inject(...call)),
    async signIn({ login, pin }) {
      const ask = { login, password: pin }
      const path = '/pos-api/v1/manager-auth'
      const { token } = await must(openBrowser(t).inject('POST', path, ask))
      const inject = withToken(t, token)
      return (...call) => must(inject(...call))
    },
  })
}, 120_000)
afterAll(() => world.close())

const kept = hostileTexts.map((text) => text.kept)
/** Those of the forty that are nowhere in it. */
const missing = (said: readonly string[], among = kept) =>
  among.filter((text) => !said.some((one) => one.includes(text)))
const redirect_url = 'https://verta.test/auth/reset-password'
const of = () => `organization_id=${shop.organization_id}`

/** A file as it came over the wire. */
async function download(path: string): Promise<{ text: string; bytes: Buffer; type: string }> {
  const headers = { cookie: shop.owner.cookies(), 'sec-fetch-site': 'same-origin' }
  const answer = await world.t.app.inject({ method: 'GET', url: path, headers })
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment;/),
  ])
  const type = String(answer.headers['content-type'])
  return { text: answer.body, bytes: answer.rawPayload, type }
}

describe('a file', () => {
  test('is one of those that are read here', () => {
    const files = allRoutes(world.t.io)
      .filter(({ endpoint }) => endpoint.download)
      .map(({ endpoint }) => endpoint.path)
    expect(new Set(files)).toEqual(
      new Set([
        '/api/v1/stats/export',
        '/api/v1/buyers/bulk/{bulk_id}/file',
        '/api/v1/buyers/{buyer_id}/export',
        '/api/v1/archives/files/{token}',
        '/api/v1/payments/{payment_id}/papers/{kind}',
        // The report of `/api/v1/stats/export`, by a link of a letter.
        '/api/v1/stats/scheduled/{token}',
        // Nothing of a shop is in them.
        '/api/v1/buyers/import-template',
        '/api/v1/products/import-template',
        '/api/v1/receipts/import-template',
        // Pictures, drawn as outlines.
        '/api/v1/card-picture',
        '/bot-pictures/{token}/card.png',
      ]),
    )
  })

  /** Whose rows hold names that people gave; the rows of a period may be grouped by them. */
  const reports = [
    ['receipts', ''],
    ['transactions', ''],
    ['accounts', ''],
    ['audit', ''],
    ['period', '&by=cashier'],
  ] as const
  const span = '&start_date=2026-11-01&end_date=2026-11-30'

  test.each(['semicolon', 'comma', 'tab'] as const)(
    'of a report runs no formula in a CSV of %s',
    async (csv_style) => {
      const options = await must(shop.owner.inject('GET', `/api/v1/stats/options?${of()}`))
      const change = { version: options.version, csv_style }
      await must(shop.owner.inject('PATCH', `/api/v1/stats/options?${of()}`, change))
      const delimiter = { semicolon: ';', comma: ',', tab: '\t' }[csv_style]
      for (const [report, more] of reports) {
        const path = `/api/v1/stats/export?${of()}&report=${report}&format=csv${more}${span}`
        const cells = cellsOfCsv((await download(path)).text, delimiter)
        expect(runningCells(cells), report).toEqual([])
        if (report !== 'period') expect(missing(cells), report).toEqual([])
      }
    },
  )

  test('of a report has texts and figures in an XLSX, and nothing else', async () => {
    for (const [report, more] of reports) {
      const path = `/api/v1/stats/export?${of()}&report=${report}&format=xlsx${more}${span}`
      const cells = await cellsOfXlsx((await download(path)).bytes)
      if (report !== 'period') expect(missing(cells), report).toEqual([])
    }
  })

  test('of buyers, in both shapes', async () => {
    const ask = {
      ...{ organization_id: shop.organization_id, whom: { list: {} }, act: { kind: 'export' } },
    }
    const { id } = await must(shop.owner.inject('POST', '/api/v1/buyers/bulk', ask))
    await world.t.runJobs()
    const path = `/api/v1/buyers/bulk/${id}/file?format=`
    const cells = cellsOfCsv((await download(`${path}csv`)).text)
    expect([runningCells(cells), missing(cells)]).toEqual([[], []])
    expect(missing(await cellsOfXlsx((await download(`${path}xlsx`)).bytes))).toEqual([])
  })

  test('of one buyer and of the whole shop is JSON with every text whole', async () => {
    const [buyer] = filled.buyers
    const { text, type } = await download(`/api/v1/buyers/${buyer?.id}/export?${of()}`)
    expect(type).toMatch(/^application\/json/)
    expect(stringsIn(JSON.parse(text))).toContain(kept[0])
    const archive = await unpack(await takeArchive(world.t, shop))
    const said = [...archive].flatMap(([name, lines]) =>
      name.endsWith('.jsonl')
        ? lines
            .split('\n')
            .filter(Boolean)
            .flatMap((line) => stringsIn(JSON.parse(line)))
        : [],
    )
    expect(missing(said)).toEqual([])
  })

  test('of a payment acts on nothing', async () => {
    const ask = { provider: 'invoice', tariff_id: TARIFF.business }
    const { payment_id } = await must(pressPay(shop, shop.license_id ?? '', ask))
    const path = `/api/v1/payments/${payment_id}/papers/invoice`
    const { bytes } = await download(path)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const objects = bytes.toString('latin1')
    expect(objects).not.toMatch(/\/(?:JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFiles?)\b/)
  })
})

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : []

test('a letter is words of ours and those texts, and nothing else', async () => {
  const { t } = world
  for (const [n, { written }] of hostileTexts.entries()) {
    const { email } = await signUpOwner(t, { first_name: written })
    await must(openBrowser(t).inject('POST', '/api/v1/user/forgot', { email, redirect_url }))
    const asked = new URLSearchParams({ name: written, phone: '+380671234567' })
    const path = `/api/v1/stats/feedback_message?${asked.toString()}`
    // From an address of its own: one may ask five times an hour.
    await must(openBrowser(t, { at: `10.4.0.${n}` }).inject('GET', path))
  }
  await t.runJobs()
  expect(missing(t.mails.map(({ html }) => readLetter(html)))).toEqual([])
  expect(t.mails.length).toBeGreaterThanOrEqual(3 * hostileTexts.length)
})

describe('a message', () => {
  /** How a messenger's own bold is kept from what people wrote. */
  const inChat = kept.map((text) => text.replaceAll('*', '∗'))
  const names = [...hostileTexts.map(({ written }) => written), ...controlTexts]
  const MENU = ['card', 'balance', 'history:0', 'promotions', 'news', 'points', 'invite', 'contact']

  /** Connects the shop's bot; all forty buyers have it and agreed to be written to. */
  async function connect(type: 'telegram' | 'viber', token: string) {
    const path = `/api/v1/bots/${filled.bot_id}/client`
    await must(shop.owner.inject('POST', path, { type, token }))
    const { db, clock } = world.t.io
    const { organization_id } = shop
    const { id: client_id } = await db
      .selectFrom('bot_client')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('type', '=', type)
      .executeTakeFirstOrThrow()
    const now = clock.now()
    const readers = filled.buyers.map(({ id: buyer_id }, n) => ({
      ...{ organization_id, id: newId(now), client_id, type, name: '', buyer_id },
      ...{ user_id: String(900_000 + n), language: 'ua-UA', step: 'active', memory: '{}' },
      ...{ version: 1, marketing: true, notify_bonuses: true, notify_rating: true },
      ...{ chosen_at: now, last_active_at: now, created_at: now },
    }))
    await db.insertInto('subscriber').values(readers).execute()
    await db
      .updateTable('buyer')
      .set({ consent_messages: true, messengers: [type] })
      .where('organization_id', '=', organization_id)
      .execute()
    return { opened: `p${filled.slug}_qr`, readers: readers.map(({ user_id }) => user_id) }
  }

  /** Whatever a person sends, the webhook takes it, and what it answers leaves. */
  async function send(...acts: (() => Promise<{ status: number }>)[]): Promise<void> {
    for (const act of acts) expect((await act()).status).toBe(200)
    await world.settle()
  }

  /** Writes to everybody by the name they are known by. */
  async function mailToAll(): Promise<void> {
    const { t } = world
    const { organization_id } = shop
    const post = { type: 'manual_notification', title: kept[3], text: 'Вітаємо, {name}!' }
    const { id } = await must(shop.owner.inject('POST', `/api/v1/posts?${of()}`, post))
    await must(shop.owner.inject('POST', `/api/v1/posts/${id}/send`, {}))
    for (let round = 0; round < 3; round += 1) {
      t.clock.advance(11_000)
      await feedMailing(t.io, { organization_id, post_id: id })
      await deliverBulk(t.io)
    }
    const { stats } = await must(shop.owner.inject('GET', `/api/v1/posts/${id}`))
    expect(stats.sent).toBeGreaterThanOrEqual(hostileTexts.length)
  }

  /** The stand-ins of the messengers read what they are sent, and refuse what the real ones would. */
  async function expectAllTaken(): Promise<void> {
    const refused = await world.t.io.db
      .selectFrom('bot_message')
      .select('last_error')
      .where('last_error', 'is not', null)
      .execute()
    expect(refused).toEqual([])
  }

  test('in Telegram is its HTML with every text escaped', async () => {
    const { telegram } = world
    const bot = telegram.addBot('evil_bot')
    const { opened, readers } = await connect('telegram', bot.token)
    for (const reader of readers) bot.chats.set(Number(reader), [])
    await must(shop.owner.inject('POST', `/api/v1/posts/${filled.news_ids[0]}/send`, {}))
    for (const [n, name] of names.slice(-6).entries()) {
      const person = telegram.person(bot, 910_000 + n, name)
      await send(() => person.start(opened))
      await send(() => person.share(newPhone().slice(1)))
      await send(() => person.tap('Так, надсилати'))
      if (n > 0) continue
      await send(...names.map((text) => () => person.write(`${text} — ?`)))
      // What is written to the shop is cut at a thousand, here within a letter.
      await send(() => person.write(`${'a'.repeat(999)}💥?`))
      for (const act of MENU) await send(() => person.send(person.tapOf(person.last, act)))
    }
    await mailToAll()
    const said = [...bot.chats.values()].flat().map(({ text, caption }) => text ?? caption ?? '')
    expect(missing(said, inChat)).toEqual([])
    await expectAllTaken()
  })

  test('in Viber is as it was written, and escaped on its keys and tiles', async () => {
    const { viber } = world
    const bot = viber.addBot()
    const { opened, readers } = await connect('viber', bot.token)
    for (const reader of readers) bot.subscribed.add(reader)
    for (const [n, name] of names.slice(-6).entries()) {
      const person = viber.person(bot, `evil-${n}`, name)
      await send(() => person.start(opened))
      await send(() => person.tap('Отримати картку'))
      await send(() => person.share(newPhone().slice(1)))
      await send(() => person.tap('Так, надсилати'))
      if (n > 0) continue
      await send(...names.map((text) => () => person.write(`${text} — ?`)))
      for (const act of MENU) await send(() => person.write(`act:${act}`))
    }
    await mailToAll()
    const sent = [...bot.chats.values()].flat()
    expect(
      missing(
        sent.map(({ text, alt_text }) => text ?? alt_text ?? ''),
        inChat,
      ),
    ).toEqual([])
    const keys = sent.flatMap(({ keyboard, rich_media }) => [
      ...(keyboard?.Buttons ?? []),
      ...(rich_media?.Buttons ?? []),
    ])
    const markup = /<font color="#\w+">|<\/font>|<\/?b>|<br>/g
    const bare = keys.map(({ Text }) => Text.replaceAll(markup, ''))
    expect(bare.filter((text) => text.includes('<'))).toEqual([])
    expect(bare.some((text) => text.includes('&lt;'))).toBe(true)
    await expectAllTaken()
  })
})
