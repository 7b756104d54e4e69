import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBot, openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { fieldsForm } from '#server/testing/form.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TelegramPerson } from '#server/testing/telegram-person.ts'

type World = Awaited<ReturnType<typeof openBotWorld>>
let world: World
let kava: Awaited<ReturnType<typeof openTelegramShop>>
let person: TelegramPerson

const PHONE = '+380671112233'

beforeAll(async () => {
  world = await openBotWorld()
  world.t.clock.set(new Date())
  kava = await openTelegramShop(world.t, world.telegram)
  person = world.telegram.person(kava.bot, 777)
  await person.start(`p${kava.slug}_qr`)
  await person.share(PHONE)
  await world.settle()
})
afterAll(() => world.close())

const of = () => `organization_id=${kava.shop.organization_id}`

async function write(fields: Record<string, string>, image?: Buffer) {
  const { body, headers } = fieldsForm({ type: 'news', ...fields }, image)
  return kava.shop.owner.inject('POST', `/api/v1/posts?${of()}`, body, headers)
}
const change = (id: string, fields: Record<string, string>) => {
  const { body, headers } = fieldsForm(fields)
  return kava.shop.owner.inject('PATCH', `/api/v1/posts/${id}`, body, headers)
}
const send = (id: string, body = {}) => {
  // Of two that are out in one moment either may stand first.
  world.t.clock.advance(1000)
  return kava.shop.owner.inject('POST', `/api/v1/posts/${id}/send`, body)
}
const read = async (id: string) => (await kava.shop.owner.inject('GET', `/api/v1/posts/${id}`)).data

/** What the buyer reads after a tap. */
async function tap(button: string): Promise<string> {
  await person.tap(button)
  await world.settle()
  return person.read
}

const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#116a59' } })
    .png()
    .toBuffer()

describe('news', () => {
  test('are a draft until they are published, and then stand in the bot', async () => {
    await tap('Меню')
    expect(await tap('Новини')).toContain('Новин поки немає')
    const { status, data } = await write({ title: 'Графік', text: 'У **неділю** до 22:00' })
    expect([status, data.status, data.version]).toEqual([201, 'draft', 1])
    await tap('Меню')
    expect(await tap('Новини')).toContain('Новин поки немає')
    expect((await send(data.id)).data.status).toBe('sent')
    expect((await send(data.id)).data.version).toBe(2)
    await tap('Меню')
    expect(await tap('Новини')).toContain('У <b>неділю</b> до 22:00'.replaceAll(/<\/?b>/g, ''))
    expect((await read(data.id)).stats.seen).toBe(1)
    await tap('Меню')
    await tap('Новини')
    expect((await read(data.id)).stats.seen).toBe(1)
  })

  test('with a picture and a button come as a photo; a pinned one is first', async () => {
    const made = await write(
      {
        ...{ title: 'Меню', text: 'Гарбузове лате', pinned: 'true' },
        ...{ button_text: 'Подивитися', button_url: 'https://kava.ua/menu' },
      },
      await png(),
    )
    expect(made.data.image).toMatch(/^\/uploads\//)
    await send(made.data.id)
    const other = await write({ title: 'Пізніша', text: 'Ще одна' })
    await send(other.data.id)
    await tap('Меню')
    expect(await tap('Новини')).toContain('Гарбузове лате')
    expect(person.last.photo).toBe(true)
    const [button] = person.last.reply_markup?.inline_keyboard?.[0] ?? []
    expect(button).toMatchObject({ text: 'Подивитися', url: 'https://kava.ua/menu' })
    expect(await tap('›')).toContain('Ще одна')
    await kava.shop.owner.inject('DELETE', `/api/v1/posts/${other.data.id}`)
    await kava.shop.owner.inject('DELETE', `/api/v1/posts/${made.data.id}`)
    await tap('Меню')
    expect(await tap('Новини')).toContain('Графік')
  })

  test('wait for their moment on the shop’s clock', async () => {
    const { data } = await write({ title: 'Завтра', text: 'Дегустація' })
    const day = new Date(world.t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const planned = await change(data.id, { version: '1', scheduled_at: `${day}T18:30` })
    expect(planned.data.scheduled_local).toBe(`${day}T18:30`)
    expect((await send(data.id)).data.status).toBe('scheduled')
    await tap('Меню')
    expect(await tap('Новини')).not.toContain('Дегустація')
    const back = await change(data.id, { version: '3', clear: 'scheduled_at' })
    expect(back.data).toMatchObject({ status: 'draft', scheduled_at: null })
  })

  test('are changed by versions, field by field', async () => {
    const { data } = await write({
      ...{ title: 'Версії', text: 'Перша', button_text: 'Так', button_url: 'https://kava.ua' },
    })
    const next = await change(data.id, { version: '1', clear: 'button_text,button_url' })
    expect(next.data).toMatchObject({ text: 'Перша', button_text: null, button_url: null })
    const stale = await change(data.id, { version: '1', text: 'Друга' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'version_conflict', data: { version: 2 } })
  })

  test('are refused with a reason for every field', async () => {
    const wrong = async (fields: Record<string, string>) => {
      const { status, body } = await write({ title: 'А', text: 'Б', ...fields })
      return [status, body.code, (body.fields ?? []).map(({ path }: { path: string }) => path)]
    }
    const refused = (path: string) => [422, 'validation_failed', [path]]
    expect(await wrong({ button_text: 'Так' })).toEqual(refused('button_url'))
    expect(await wrong({ button_text: 'Так', button_url: 'http://kava.ua' })).toEqual(
      refused('button_url'),
    )
    expect(await wrong({ text: 'а'.repeat(5000) })).toEqual(refused('text'))
    expect(await wrong({ image: '/uploads/somebody/else.webp' })).toEqual(refused('image'))
    expect(await wrong({ colour: 'red' })).toEqual(refused('colour'))
    const script = await write({ title: 'А', text: 'Б' }, Buffer.from('<svg onload="x()"/>'))
    expect([script.status, script.body.code]).toEqual([415, 'unsupported_media'])
  })
})

describe('a button that leads to the card', () => {
  const words = { button_text: 'Показати картку', button_leads_to: 'card' }

  test('opens the card’s page in Telegram', async () => {
    const fields = { title: 'Картка', text: 'Завжди з вами', pinned: 'true' }
    const { data } = await write({ ...fields, ...words })
    expect(data).toMatchObject({ ...words, button_url: null })
    await send(data.id)
    await tap('Меню')
    expect(await tap('Новини')).toContain('Завжди з вами')
    const [key] = person.last.reply_markup?.inline_keyboard?.[0] ?? []
    const client = await world.t.io.db.selectFrom('bot_client').select('id').executeTakeFirst()
    const url = `https://verta.test/tg/card?client=${client?.id}`
    expect(key).toEqual({ text: words.button_text, web_app: { url } })
    await kava.shop.owner.inject('DELETE', `/api/v1/posts/${data.id}`)
  })

  test('is answered by the bot with the card in Viber', async () => {
    const bot = world.viber.addBot()
    const { slug } = await connectBot(kava.shop, 'viber', bot.token)
    const reader = world.viber.person(bot, 'olha==')
    await reader.start(`p${slug}_qr`)
    await reader.tap('Отримати картку')
    await world.settle()
    await reader.share('380671112244')
    await world.settle()
    const type = 'manual_notification'
    const { data } = await write({ type, title: 'Картка', text: 'Завжди з вами', ...words })
    await send(data.id, { test_phone: '+380671112244' })
    await world.settle()
    const key = reader.last.keyboard?.Buttons.find(({ Text }) => Text.includes(words.button_text))
    expect(key).toMatchObject({ ActionType: 'reply' })
    await reader.tap(words.button_text)
    await world.settle()
    expect(reader.read).toMatch(/Код: \d{4} \d{4} \d{4} \d/u)
  })

  test('has no address beside it, before and after', async () => {
    const url = { button_url: 'https://kava.ua' }
    const both = await write({ title: 'А', text: 'Б', ...words, ...url })
    expect([both.status, both.body.code]).toEqual([422, 'validation_failed'])
    const { data } = await write({ title: 'А', text: 'Б', button_text: 'Так', ...url })
    expect((await change(data.id, { version: '1', ...words })).status).toBe(422)
    const led = await change(data.id, { version: '1', ...words, clear: 'button_url' })
    expect(led.data).toMatchObject({ ...words, button_url: null })
    const back = await change(data.id, { version: '2', button_leads_to: 'url', ...url })
    expect(back.data).toMatchObject({ ...url, button_leads_to: 'url' })
  })
})

describe('a button that leads to a product', () => {
  const LINK = 'https://kava.ua/latte'
  const words = { button_text: 'Подивитися', button_leads_to: 'product' }
  const product = async (name: string, link: string | null) =>
    (await kava.shop.owner.inject('POST', `/api/v1/products?${of()}`, { name, price: 65, link }))
      .data.id as string
  const relink = (product_id: string, link: string | null) =>
    kava.shop.owner.inject('POST', '/api/v1/products/update-link', { product_id, link })
  const keys = () => (person.last.reply_markup?.inline_keyboard ?? []).flat()

  test('opens the link the product has at that moment, and goes with it', async () => {
    const button_product_id = await product('Гарбузове лате', LINK)
    const fields = { title: 'Новинка', text: 'Гарбузове лате', pinned: 'true' }
    const { status, data } = await write({ ...fields, ...words, button_product_id })
    expect([status, data.button_url]).toEqual([201, null])
    expect(data).toMatchObject({ ...words, button_product_id })
    await send(data.id)
    const read = async () => {
      await tap('Меню')
      expect(await tap('Новини')).toContain('Гарбузове лате')
      return keys()[0]
    }
    expect(await read()).toEqual({ text: words.button_text, url: LINK })
    await relink(button_product_id, `${LINK}/2`)
    expect(await read()).toEqual({ text: words.button_text, url: `${LINK}/2` })
    await relink(button_product_id, null)
    expect((await read())?.text).not.toBe(words.button_text)
    // What is said beside it may still be changed.
    expect((await change(data.id, { version: '2', text: 'Гарбузове лате!' })).status).toBe(200)
    await relink(button_product_id, LINK)
    await kava.shop.owner.inject('DELETE', `/api/v1/products/${button_product_id}`)
    expect((await read())?.text).not.toBe(words.button_text)
    await kava.shop.owner.inject('DELETE', `/api/v1/posts/${data.id}`)
  })

  test('is on the trial too', async () => {
    const button_product_id = await product('Какао', LINK)
    const { data } = await write({ title: 'А', text: 'Проба какао', ...words, button_product_id })
    await send(data.id, { test_phone: PHONE })
    await world.settle()
    expect(keys()).toEqual([{ text: words.button_text, url: LINK }])
  })

  test('wants one product of the shop’s own that has a link, and no address', async () => {
    const wrong = async (fields: Record<string, string>) => {
      const { status, body } = await write({ title: 'А', text: 'Б', ...words, ...fields })
      expect(status).toBe(422)
      return body.fields
    }
    const without = await product('Чай', null)
    const path = 'button_product_id'
    const message = 'У цього товару немає посилання: додайте його в картці товару.'
    expect(await wrong({ [path]: without })).toEqual([{ path, code: 'without_link', message }])
    const stranger = await openShop(world.t)
    const made = await stranger.owner.inject(
      'POST',
      `/api/v1/products?organization_id=${stranger.organization_id}`,
      { name: 'Чуже', price: 1, link: LINK },
    )
    for (const id of [made.data.id, crypto.randomUUID()]) {
      expect(await wrong({ [path]: id })).toMatchObject([{ path, code: 'not_ours' }])
    }
    expect(await wrong({})).toMatchObject([{ path, code: 'required' }])
    const own = await product('Мокко', LINK)
    expect(await wrong({ [path]: own, button_url: LINK })).toMatchObject([
      { path: 'button_url', code: 'invalid' },
    ])
    expect(await wrong({ [path]: own, button_leads_to: 'card' })).toMatchObject([
      { path, code: 'invalid' },
    ])
    const { data } = await write({ title: 'А', text: 'Б', ...words, [path]: own })
    const led = { version: '1', button_leads_to: 'url', button_url: LINK, clear: path }
    expect((await change(data.id, led)).data).toMatchObject({ [path]: null, button_url: LINK })
  })
})

describe('a trial', () => {
  test('goes to one subscriber, also of a draft', async () => {
    const { data } = await write({ title: 'Проба', text: 'Як воно?' })
    expect((await send(data.id, { test_phone: PHONE })).data.status).toBe('draft')
    await world.settle()
    expect(person.read).toContain('Як воно?')
  })

  test('goes to nobody who has not opened the bot', async () => {
    const { data } = await write({ title: 'Проба', text: 'Ні' })
    const { status, body } = await send(data.id, { test_phone: '+380670000001' })
    expect([status, body.code]).toEqual([404, 'buyer_not_found'])
  })
})
