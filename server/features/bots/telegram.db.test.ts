import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { openBrowser } from '#server/testing/identity.ts'
import { initDataOf } from '#server/testing/init-data.ts'
import type { TelegramPerson } from '#server/testing/telegram-person.ts'

type World = Awaited<ReturnType<typeof openBotWorld>>
let world: World
let kava: Awaited<ReturnType<typeof openTelegramShop>>
let person: TelegramPerson

/** Waits until the bot has said all it has to say; answers its last words. */
async function then(doing: Promise<{ status: number }>): Promise<string> {
  const { status } = await doing
  expect(status).toBe(200)
  await world.settle()
  return person.read
}

const words = () =>
  person.messages.map((message) => message.text ?? message.caption ?? '').join('\n---\n')

/** Chooses a birthday on the page that the question's button opens. */
async function choose(birthday: string) {
  const key = person.messages
    .flatMap(({ reply_markup }) => (reply_markup?.inline_keyboard ?? []).flat())
    .find(({ web_app }) => web_app)
  const { searchParams } = new URL(key?.web_app?.url ?? '')
  expect(searchParams.get('ask')).toBe('birthday')
  const authorization = `tma ${initDataOf(kava.bot.token, person.id, world.t.clock.now())}`
  const url = `/api/v1/tg/birthday?client=${searchParams.get('client')}`
  const { status } = await openBrowser(world.t).inject('POST', url, { birthday }, { authorization })
  return { status: status === 204 ? 200 : status }
}

/** Sells at the till to the person of this test. */
async function sell(total: number, spend = 0) {
  const { till, pos_id } = kava.shop
  const phone = encodeURIComponent('+380671112233')
  const draft = await till.inject(
    'POST',
    `/pos-api/v1/receipt?phone=${phone}&discount_amount=${spend}`,
    {
      pos_id,
      total,
    },
  )
  const { receipt_id } = draft.data
  return till.inject(
    'POST',
    `/pos-api/v1/bonuses/create?receipt_id=${receipt_id}&discount_amount=${spend}&phone=${phone}`,
  )
}

beforeAll(async () => {
  world = await openBotWorld()
  // What is to be done later is later by the clock of the database too.
  world.t.clock.set(new Date())
  kava = await openTelegramShop(world.t, world.telegram, {
    name: 'Кава <на> Розі',
    program: {
      bonuses: {
        welcome: [{ kind: 'on_join', on: true, lifetime_days: 30, amount: 50, when: 'at_once' }],
      },
    },
  })
  person = world.telegram.person(kava.bot, 777)
})
afterAll(() => world.close())

describe('joining in Telegram', () => {
  test('a connected bot has its commands and a button that opens the card', async () => {
    expect(kava.bot.commands).toBe(8)
    const client = await world.t.io.db.selectFrom('bot_client').select('id').executeTakeFirst()
    expect(kava.bot.menu).toEqual({
      type: 'web_app',
      text: 'Картка',
      web_app: { url: `https://verta.test/tg/card?client=${client?.id}` },
    })
  })

  test('a link from the till opens the welcome', async () => {
    expect(await then(person.start(`p${kava.slug}_qr`))).toContain('Вітаємо в Кава <на> Розі')
    expect(person.read).toContain('5 %')
    expect(person.read).toContain('50 бонусів')
  })

  test('the phone is asked for, and somebody else’s contact is refused', async () => {
    expect(await then(person.tap('Отримати картку'))).toContain('потрібен номер телефону')
    expect(await then(person.share('380671112233', 12_345))).toContain('Це не ваш номер')
    expect(await then(person.write('абв'))).toContain('потрібен номер телефону')
    expect(await then(person.write('абв'))).toContain('за два дотики')
  })

  test('the own contact makes the card, and the gift follows', async () => {
    await then(person.share('380671112233'))
    expect(person.messages.filter(({ photo }) => photo)).toHaveLength(1)
    expect(words()).toContain('Картку створено')
    expect(words()).toContain('Надсилати вам акції')
    expect(words()).toContain('Подарунок за знайомство: 50 бонусів')
    const { data } = await kava.shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: kava.shop.organization_id,
      phone: '+380671112233',
    })
    expect(data.buyer.profile.joined_via).toBe('bot')
    expect(data.buyer.messengers).toEqual(['telegram'])
    expect(data.buyer.consent).toMatchObject({ messages: false, rules_version: 1 })
  })

  test('advertising is a question of its own, and the profile follows', async () => {
    await then(person.tap('Так, надсилати'))
    expect(words()).toContain('Дякуємо! Вимкнути можна')
    expect(await then(person.tap('Заповнити'))).toContain('Як вас звати?')
    expect(await then(person.write('Олена'))).toContain('Коли день народження?')
    expect(await then(person.write('скоро'))).toContain('Не схоже на дату')
    expect((await choose('1990-02-31')).status).toBe(422)
    expect((await choose('2090-05-14')).status).toBe(422)
    // Chosen on the card's page: the chat goes on by itself.
    expect(await then(choose('1990-05-14'))).toContain('Ваша стать?')
    expect(await then(person.tap('Жінка'))).toContain('Ваше місто?')
    expect(await then(person.tap('Львів'))).toContain('Анкету збережено')
    // It is told once: what comes later changes nothing.
    const count = person.messages.length
    await then(choose('1991-06-15'))
    expect(person.messages).toHaveLength(count)
    const { data } = await kava.shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: kava.shop.organization_id,
      phone: '+380671112233',
    })
    expect(data.buyer.profile.birthday).toBe('1990-05-14')
  })
})

describe('the card in Telegram', () => {
  test('the keyboard that stays shows the balance, edited in place by its buttons', async () => {
    expect(await then(person.write('💰 Баланс'))).toMatch(/50 бонусів = 50\s₴/u)
    const count = person.messages.length
    expect(await then(person.tap('Історія'))).toContain('Подарунок · +50')
    expect(person.messages).toHaveLength(count)
    expect(await then(person.tap('1'))).toContain('Це подарунок програми')
  })

  test('the card has a picture and a code to say, and a new one at a tap', async () => {
    const first = await then(person.write('/card'))
    expect(first).toMatch(/Код: \d{4} \d{4} \d{4} \d/u)
    expect(first).toMatch(/одноразовий: \d{4} \d{4}/u)
    expect(person.last.photo).toBe(true)
    const count = person.messages.length
    expect(await then(person.tap('Оновити код'))).not.toBe(first)
    expect(person.messages).toHaveLength(count)
  })

  test('a receipt is told with its figures, and so is its cancellation', async () => {
    const made = await sell(570)
    expect(made.status).toBe(201)
    expect(await then(Promise.resolve({ status: 200 }))).toContain('Дякуємо! Чек 570')
    expect(person.read).toContain('+28 бонусів. Баланс: 78')
    await then(person.write('/balance'))
    await then(person.tap('Історія'))
    expect(await then(person.tap('1'))).toContain('Нараховано 28 (5 %)')
    const url = `/pos-api/v1/bonuses/cancel?receipt_id=${made.data.receipt_id}`
    await kava.shop.till.inject('POST', url, { reason: 'Повернення' })
    expect(await then(Promise.resolve({ status: 200 }))).toContain('скасовано')
    expect(person.read).toContain('Зняли 28 бонусів')
    expect(person.read).toContain('Баланс: 50')
  })

  test('a spend at the till is confirmed by a tap', async () => {
    const set = await kava.shop.set('general', { spend_confirmation_from: 10 })
    expect(set.status).toBe(200)
    const asked = await sell(100, 40)
    expect(asked.status).toBe(202)
    expect(await then(Promise.resolve({ status: 200 }))).toContain('Списати 40 бонусів')
    await then(person.tap('Так, списати'))
    expect(words()).toContain('Списано 40 бонусів')
    expect(words()).not.toContain('Списати 40 бонусів')
    expect(words()).toContain('до сплати 60')
  })

  test('a question to the shop is passed on and answered in the chat', async () => {
    expect(await then(person.write('А ви в неділю працюєте?'))).toContain('Надіслати це магазину?')
    expect(await then(person.tap('Надіслати'))).toContain('Передали')
    const { owner, organization_id } = kava.shop
    const of = `organization_id=${organization_id}`
    const inbox = await owner.inject('GET', `/api/v1/inbox?${of}`)
    expect(inbox.data.items).toMatchObject([{ text: 'А ви в неділю працюєте?', unread: 1 }])
    const { buyer_id } = inbox.data.items[0]
    const to = { organization_id, buyer_id }
    const written = await owner.inject('POST', '/api/v1/buyers/handle_message', {
      ...to,
      text: 'Так, з *десятої*',
    })
    expect(written.status).toBe(201)
    expect(await then(Promise.resolve({ status: 200 }))).toContain('Так, з ∗десятої∗')
    const message = { organization_id, message_id: written.data.id }
    await owner.inject('POST', '/api/v1/buyers/edit_message', { ...message, text: 'З восьмої' })
    expect(person.read).toContain('З восьмої')
    const taken = await owner.inject('POST', '/api/v1/buyers/delete_message', message)
    expect(taken.data).toMatchObject({ can_edit: false, text: '' })
    expect(words()).not.toContain('З восьмої')
    const thread = await owner.inject('GET', `/api/v1/buyers/${buyer_id}/messages?${of}`)
    expect(thread.data.items).toHaveLength(2)
    expect((await owner.inject('GET', `/api/v1/inbox?${of}`)).data.items[0].unread).toBe(0)
  })

  test('/stop turns advertising off; the blocked bot is noticed', async () => {
    expect(await then(person.write('/stop'))).toContain('Рекламу вимкнено')
    await person.block()
    await world.settle()
    const { data } = await kava.shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: kava.shop.organization_id,
      phone: '+380671112233',
    })
    expect(data.buyer.messengers).toEqual([])
    await person.unblock()
    expect(await then(person.start())).toContain('З поверненням, Олена')
  })

  test('forgetting takes the card and everything said', async () => {
    await then(person.write('/menu'))
    await then(person.tap('Налаштування'))
    await then(person.tap('Видалити мої дані'))
    expect(await then(person.tap('Видалити'))).toContain('Ваші дані видалено')
    const { data } = await kava.shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: kava.shop.organization_id,
      q: '671112233',
    })
    expect(data.items).toEqual([])
  })
})
