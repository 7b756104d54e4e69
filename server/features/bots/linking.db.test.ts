/** Two cards of one person, joined by a code from the chat of one or from the till. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { giveBonuses } from '#server/testing/buyers.ts'
import { connectBot, openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { sell } from '#server/testing/receipts.ts'
import type { ViberBot } from '#server/testing/viber-stand-in.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
let kava: Awaited<ReturnType<typeof openTelegramShop>>
let viber: ViberBot
let people = 0

beforeAll(async () => {
  world = await openBotWorld({ config: { DATABASE_POOL: '8' } })
  world.t.clock.set(new Date())
  kava = await openTelegramShop(world.t, world.telegram, {
    program: { general: { receipts_per_day_max: 0 } },
  })
  viber = world.viber.addBot()
  await connectBot(kava.shop, 'viber', viber.token)
})
afterEach(async () => {
  // The owner signed in at the beginning, and is signed in for a quarter of an hour.
  world.t.clock.set(new Date())
  const found: unknown[] = []
  const { organization_id } = kava.shop
  await checkLedger(world.t.io, (violation) => found.push(violation), organization_id)
  expect(found).toEqual([])
})
afterAll(() => world.close())

const look = async (by: { phone: string } | { buyer_id: string }) => {
  const { organization_id, owner } = kava.shop
  const url = '/api/v1/buyers/get_buyers_data'
  return (await owner.inject('POST', url, { organization_id, ...by })).data.buyer
}

type Chat = {
  write(text: string): Promise<{ status: number }>
  tap(text: string): Promise<{ status: number }>
  readonly read: string
}

/** Somebody with a card in one of the messengers, and bonuses on it. */
async function join(type: 'telegram' | 'viber', bonuses = 0) {
  people += 1
  const phone = `+38050555${String(people).padStart(4, '0')}`
  const telegram = world.telegram.person(kava.bot, 990_000 + people)
  const in_viber = world.viber.person(viber, `person ${people}==`)
  const chat = type === 'telegram' ? telegram : in_viber
  const act = (name: string) =>
    type === 'telegram'
      ? telegram.send(telegram.tapOf(telegram.last, name))
      : in_viber.write(`act:${name}`)
  await chat.start()
  if (type === 'viber') await chat.tap('Отримати картку')
  await world.settle()
  await chat.share(phone.slice(1))
  await world.settle()
  const { profile } = await look({ phone })
  if (bonuses > 0) await giveBonuses(kava.shop, profile.id, bonuses)
  return { phone, buyer_id: profile.id as string, telegram, ...talk(chat, act) }
}

/** Taps and writes, and reads what is answered. */
function talk(chat: Chat, act: (name: string) => Promise<{ status: number }>) {
  const after = async (doing: Promise<{ status: number }>): Promise<string> => {
    expect((await doing).status).toBe(200)
    await world.settle()
    return chat.read
  }
  return {
    chat,
    after,
    act,
    /** The code as it is shown. */
    async ask(): Promise<string> {
      const told = await after(act('link_code'))
      const [, code] = /Код: (\d{4} \d{4})/.exec(told.replaceAll('*', '')) ?? []
      if (code === undefined) throw new Error(`no code in: ${told}`)
      return code
    },
    type: async (code: string) => {
      await after(act('link_enter'))
      return after(chat.write(code))
    },
  }
}

describe.each([
  ['telegram', 'viber'],
  ['viber', 'telegram'],
] as const)('a code from a chat in %s, typed in one in %s', (from, to) => {
  test('joins the cards: bonuses, history and both chats are of one card', async () => {
    const first = await join(from, 100)
    const second = await join(to, 20)
    await sell(kava.shop.till, { buyer: { phone: first.phone }, body: { total: 300 } })
    await world.settle()
    await second.after(second.chat.write('/menu'))
    await second.after(second.chat.tap('Налаштування'))
    await second.after(second.chat.tap('Обʼєднати картки'))
    await second.after(second.chat.tap('Ввести код'))
    const offered = await second.after(second.chat.write(await first.ask()))
    expect(offered).toMatch(/Привʼязати картку •• \d\d-\d\d \(на ній 115 бонусів\) теж\?/)
    expect((await look({ phone: first.phone })).profile.id).toBe(first.buyer_id)
    expect(await second.after(second.chat.tap('Так, обʼєднати'))).toContain('135 бонусів')
    expect(first.chat.read).toContain('Вашу картку обʼєднано')
    expect((await look({ phone: first.phone })).profile.id).toBe(second.buyer_id)
    const { messengers } = await world.t.io.db
      .selectFrom('buyer')
      .select('messengers')
      .where('id', '=', second.buyer_id)
      .executeTakeFirstOrThrow()
    expect(messengers.toSorted()).toEqual(['telegram', 'viber'])
    for (const { after, chat } of [first, second]) {
      await after(chat.write('/menu'))
      expect(await after(chat.tap('Баланс'))).toContain('135 бонусів')
      const history = await after(chat.tap('Історія'))
      expect(history).toContain('+15')
      expect(history).toContain('+100')
      expect(history).toContain('+20')
      expect(history).not.toContain('Перенесено')
    }
    // Each line is told why, of the card that went too.
    await second.after(second.chat.tap('1'))
    expect(second.chat.read).toMatch(/Нараховано|Подарунок/)
    expect(second.chat.read).not.toContain('Подробиць цієї операції немає')
  })
})

describe('a code', () => {
  test('is used once, by who typed it first, within ten minutes, and not in its own chat', async () => {
    const [one, two, third] = [await join('telegram', 10), await join('viber'), await join('viber')]
    const wrong = 'Цей код не підходить'
    expect(await one.type(await one.ask())).toContain('Це код цієї ж картки')
    const late = await one.ask()
    world.t.clock.advance(11 * 60_000)
    expect(await two.type(late)).toContain(wrong)
    const earlier = await one.ask()
    const code = await one.ask()
    expect(await two.type(earlier)).toContain(wrong)
    expect(await two.type(code)).toContain('10 бонусів')
    expect(await third.type(code)).toContain(wrong)
    await two.after(two.chat.tap('Так, обʼєднати'))
    expect(await third.type(code)).toContain(wrong)
    expect(await two.type(code)).toContain(wrong)
    expect((await look({ phone: third.phone })).balance.available).toBe(0)
  })

  test('that ended before the yes joins nothing', async () => {
    const [one, two] = [await join('telegram', 10), await join('viber')]
    await two.type(await one.ask())
    world.t.clock.advance(11 * 60_000)
    const said = await two.after(two.chat.tap('Так, обʼєднати'))
    expect(said).toContain('Цей код не підходить')
    expect((await look({ phone: one.phone })).profile.id).toBe(one.buyer_id)
  })

  test('cannot be guessed for long, nor asked for without end', async () => {
    const one = await join('telegram')
    await one.after(one.act('link_enter'))
    const said: string[] = []
    for (let guess = 0; guess < 11; guess += 1) {
      said.push(await one.after(one.chat.write(String(10_000_000 + guess))))
    }
    expect(said.filter((text) => text.includes('Цей код не підходить'))).toHaveLength(10)
    expect(said.at(-1)).toContain('Забагато спроб')
    for (let asked = 0; asked < 6; asked += 1) await one.ask()
    expect(await one.after(one.act('link_code'))).toContain('Забагато спроб')
  })

  test('of a blocked card, or typed beside one, joins nothing', async () => {
    const [one, two] = [await join('telegram', 10), await join('viber')]
    const code = await one.ask()
    const { organization_id, owner } = kava.shop
    const url = `/api/v1/buyers/${one.buyer_id}?organization_id=${organization_id}`
    expect((await owner.inject('PATCH', url, { status: 'blocked' })).status).toBe(200)
    expect(await two.type(code)).toContain('Картку призупинено')
    expect((await look({ phone: two.phone })).balance.available).toBe(0)
  })
})

describe('at once', () => {
  test('the same yes from many updates joins once', async () => {
    const [one, two] = [await join('telegram', 50), await join('telegram', 5)]
    await two.type(await one.ask())
    const message = two.telegram.last
    const data = message.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data ?? ''
    const tap = two.telegram.tapOf(message, data)
    const taps = Array.from({ length: 8 }, () => two.telegram.tapOf(message, data))
    const answers = await Promise.all(
      [...taps, tap, tap, tap].map((update) => two.telegram.send(update)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await world.settle()
    expect(await look({ phone: one.phone })).toMatchObject({
      profile: { id: two.buyer_id },
      balance: { available: 55 },
    })
    const told = one.telegram.messages.filter((sent) =>
      sent.text?.includes('Вашу картку обʼєднано'),
    )
    expect(told).toHaveLength(1)
  })

  test('crosswise, one of the two codes takes effect and nothing is lost', async () => {
    const [one, two] = [await join('telegram', 30), await join('viber', 40)]
    const [of_one, of_two] = [await one.ask(), await two.ask()]
    await one.type(of_two)
    await two.type(of_one)
    await Promise.all([one.chat.tap('Так, обʼєднати'), two.chat.tap('Так, обʼєднати')])
    await world.settle()
    const [first, second] = [await look({ phone: one.phone }), await look({ phone: two.phone })]
    expect(first.profile.id).toBe(second.profile.id)
    expect(first.balance.available).toBe(70)
  })

  test('with sales on both cards, every bonus is there', async () => {
    const [one, two] = [await join('telegram', 30), await join('viber', 40)]
    await two.type(await one.ask())
    const sales = Promise.allSettled(
      [one, two, one, two].map(({ phone }) =>
        sell(kava.shop.till, { buyer: { phone }, body: { total: 200 } }),
      ),
    )
    await two.chat.tap('Так, обʼєднати')
    // A receipt that was calculated for the card that went is honestly refused.
    const made = (await sales).filter(({ status }) => status === 'fulfilled').length
    await world.settle()
    expect(await look({ phone: one.phone })).toMatchObject({
      profile: { id: two.buyer_id },
      balance: { available: 70 + 10 * made },
      totals: { receipts_count: made },
    })
  })
})

describe('the till', () => {
  const askTill = (receipt_id: string) =>
    kava.shop.till.inject('POST', `/pos-api/v1/receipts/${receipt_id}/link-code`)

  test('gives a code for the card a wrong phone has made, and the phone is free again', async () => {
    const buyer = await join('telegram', 10)
    const wrong = '+380509990001'
    const body = { total: 400 }
    const receipt = await sell(kava.shop.till, { buyer: { phone: wrong }, body })
    await world.settle()
    await buyer.telegram.start(`p${kava.slug}_qr_${receipt.receipt_id.replaceAll('-', '')}`)
    await world.settle()
    expect(buyer.chat.read).toMatch(/Цей чек — на картці •• 00-01/)
    const { status, data } = await askTill(receipt.receipt_id)
    expect(status).toBe(200)
    await buyer.after(buyer.chat.tap('Ввести код'))
    expect(await buyer.after(buyer.chat.write(data.code))).toContain('20 бонусів')
    await buyer.after(buyer.chat.tap('Так, обʼєднати'))
    expect((await look({ phone: buyer.phone })).balance.available).toBe(30)
    // Whoever has that number makes a card of their own.
    const owner = await sell(kava.shop.till, { buyer: { phone: wrong }, body })
    expect(owner.buyer.id).not.toBe(buyer.buyer_id)
    await buyer.telegram.start(`p${kava.slug}_qr_${receipt.receipt_id.replaceAll('-', '')}`)
    await world.settle()
    expect(buyer.chat.read).toMatch(/Ваш чек на 400.* уже на картці/)
  })

  test('gives none for a card with a past, in a messenger, of long ago or of another shop', async () => {
    const known = await join('viber')
    const sale = { buyer: { phone: known.phone }, body: { total: 100 } }
    const of_known = await sell(kava.shop.till, sale)
    expect((await askTill(of_known.receipt_id)).body).toMatchObject({ code: 'not_allowed' })
    const phone = '+380509990002'
    const first = await sell(kava.shop.till, { buyer: { phone }, body: { total: 100 } })
    await sell(kava.shop.till, { buyer: { phone }, body: { total: 100 } })
    expect((await askTill(first.receipt_id)).body).toMatchObject({ code: 'not_allowed' })
    const other = await openTelegramShop(world.t, world.telegram)
    const foreign = await sell(other.shop.till, sale)
    expect((await askTill(foreign.receipt_id)).status).toBe(404)
    expect((await askTill(crypto.randomUUID())).status).toBe(404)
  })
})
