/** Till and bot side by side: from the printed code to a spend that the buyer confirmed. */
import { AxeBuilder } from '@axe-core/playwright'
import { encode } from 'uqr'
import pg from 'pg'
import { sealSecret } from '#server/features/bots/client-secrets.ts'
import { openSecrets } from '#server/io/secrets.ts'
import {
  openTelegramStandIn,
  type TelegramBot,
  type TelegramStandIn,
} from '#server/testing/telegram-stand-in.ts'
import { expect, type Locator, type Page, signIn, test } from './browser.ts'
import { balanceOf, receiptsOf, newPhone } from './selling.ts'
import { openTill, type } from './till-page.ts'

let telegram: TelegramStandIn
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  telegram = await openTelegramStandIn({ port: Number(process.env['VERTA_TELEGRAM_PORT']) })
})
test.afterAll(() => telegram.close())

/** Goes on when the bot has said it; a poll answers within moments. */
const heard = (person: ReturnType<TelegramStandIn['person']>, words: string) =>
  expect
    .poll(() => person.messages.map((one) => one.text ?? one.caption ?? '').join('\n'))
    .toContain(words)

/** At the till: a receipt of 1000 on which 300 bonuses are taken off. */
async function askToSpend(page: Page, phone: string) {
  await type(page, phone)
  const spend = page.getByRole('textbox', { name: 'Списати бонуси' })
  await expect(page.getByRole('textbox', { name: 'Сума чека' })).toBeFocused()
  await type(page, '1000')
  await page.keyboard.press('Enter')
  await expect(spend).toBeFocused()
  await type(page, '300')
  await expect(page.getByRole('region', { name: 'Чек ·' })).toContainText('700,00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Чекаємо підтвердження' })).toBeVisible()
}

/** The buyer writes to the shop; the owner reads it in the cabinet and answers into the chat. */
async function answerQuestion(page: Page, person: ReturnType<TelegramStandIn['person']>) {
  await person.write('А ви в неділю працюєте?')
  await heard(person, 'Надіслати це магазину?')
  await person.tap('Надіслати')
  await heard(person, 'Передали')
  await page.goto(`/organizations`)
  await page.getByRole('link', { name: 'Кава на Розі' }).first().click()
  const rail = page.getByRole('navigation', { name: 'Розділи кабінету' })
  await rail.getByRole('link', { name: /Повідомлення.*непрочитаних: 1/ }).click()
  await page.getByRole('button', { name: /А ви в неділю працюєте/ }).click()
  await page.getByLabel('Ваше повідомлення').fill('Так, з десятої')
  await page.keyboard.press('Control+Enter')
  await heard(person, 'Так, з десятої')
  await expect(page.getByRole('list', { name: 'Листування' })).toContainText('надіслано', {
    timeout: 20_000,
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
}

/** The browser's own print dialog cannot be read; the code of the slip is kept in the page. */
const keepPrintedCode = `window.print = () => {
  const code = document.body.lastElementChild.previousElementSibling.querySelector('svg[role=img]')
  if (!code) return
  const copy = code.cloneNode(true)
  copy.dataset.testid = 'printed-code'
  document.body.append(copy)
}`

/** The till learns the link only when it is let: paper that was asked for sooner waits for it. */
async function holdLink(page: Page) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/join-link/, async (route) => {
    await held
    await route.continue()
  })
  const answered = page.waitForResponse(/\/join-link/)
  return async () => {
    letGo()
    const { data } = (await (await answered).json()) as { data: { link: string } }
    return data.link
  }
}

/** The slip of the receipt just made carries the link that claims it. */
async function printSlip(page: Page, askLink: () => Promise<string>, receipt_id: string) {
  await page.getByRole('button', { name: 'Друк' }).first().click()
  const link = await askLink()
  const { data } = encode(`${link}&claim=${receipt_id}`, { ecc: 'M', border: 3 })
  const drawn = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  await expect(page.getByTestId('printed-code').locator('path')).toHaveAttribute('d', drawn)
}

/** The buyer rates the visit, is shown where to write a review, and the owner sees the stars. */
async function rateVisit(
  page: Page,
  person: ReturnType<TelegramStandIn['person']>,
  receipt_id: string,
) {
  await person.send(person.tapOf(person.last, `rate:5:${receipt_id}`))
  await heard(person, 'Залиште відгук у Google')
  const urls = person.last.reply_markup?.inline_keyboard?.flat().map(({ url }) => url)
  expect(urls).toContain(REVIEWS)
  await page.goto('/organizations')
  await page.getByRole('link', { name: 'Кава на Розі' }).first().click()
  const rail = page.getByRole('navigation', { name: 'Розділи кабінету' })
  await rail.getByRole('link', { name: /Повідомлення/ }).click()
  await page.getByRole('tab', { name: 'Оцінки' }).click()
  await expect(page.getByRole('row').filter({ hasText: '5 з 5' })).toContainText('Точка 1')
}

/** What starting the program with TELEGRAM_PLATFORM_TOKEN leaves; answers how to take it away. */
async function addPlatformBot({ id: external, token, username }: TelegramBot) {
  const db = new pg.Client({ connectionString: process.env['VERTA_MIGRATE_URL'] })
  await db.connect()
  const secrets = openSecrets(process.env['VERTA_SECRET_KEYS'] ?? '')
  const id = crypto.randomUUID()
  const sealed = [sealSecret({ secrets }, 'token', id, token), token.slice(-4)]
  const secret = sealSecret({ secrets }, 'secret', id, 'none')
  await db.query(
    `insert into bot_client (id, type, hook_id, external_id, username, title, token_sealed,
       token_last4, secret_sealed, mode, status, connected_at, can_manage_bots)
     values ($1, 'telegram', $7, $2, $3, $3, $4, $5, $6, 'polling', 'ok', now(), true)`,
    [id, String(external), username, ...sealed, secret, `hook of ${id}`],
  )
  return async () => {
    await db.query('delete from bot_client where id = $1', [id])
    await db.end()
  }
}

/** The platform's bot makes one for the shop, and the page shows it without being loaded again. */
async function makeBot(page: Page, card: Locator) {
  const platform = telegram.addBot('verta_bot', { can_manage: true })
  const takeAway = await addPlatformBot(platform)
  await page.reload()
  await card.getByRole('button', { name: 'Створити бота в Telegram' }).click()
  const link = await card.getByRole('link', { name: 'Відкрити Telegram' }).getAttribute('href')
  await expect(card.getByRole('img', { name: 'QR-код посилання в Telegram' })).toBeVisible()
  await expect(card.getByRole('status')).toHaveText('Чекаємо підтвердження в Telegram…')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  const owner = telegram.person(platform, 4_000)
  await owner.start(new URL(link ?? '').searchParams.get('start') ?? '')
  await heard(owner, 'Кава на Розі отримає власного бота')
  await expect(card.getByRole('status')).toHaveText('Підтвердьте назву бота в чаті Telegram…')
  const { bot, told } = telegram.makeBot(owner, 'kava_na_rozi_bot')
  for (const update of told) await owner.send(update)
  await expect(card.getByText('Працює')).toBeVisible()
  await heard(owner, 'Бот @kava_na_rozi_bot працює для магазину')
  await takeAway()
  return bot
}

const REVIEWS = 'https://g.page/r/KavaNaRozi/review'

test('a buyer joins by the printed code and confirms spends from the bot', async ({
  page,
  shop,
}, info) => {
  test.slow()
  await signIn(page, shop)
  await page.goto(`/organizations/bots/${shop.organization_id}`)
  const card = page.getByRole('region', { name: 'Telegram' })
  await card.getByLabel('Токен бота').fill('123456789:AAE-this-is-not-a-token-of-any-bot')
  await card.getByRole('button', { name: 'Підключити' }).click()
  await expect(card).toContainText('Месенджер не прийняв цей токен')
  const bot = await makeBot(page, card)
  await expect(card).toContainText('@kava_na_rozi_bot')

  await page.getByLabel('Сторінка відгуків у Google').fill(REVIEWS)
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText('Бота збережено')).toBeVisible()

  // The poster's code leads to the page that opens the bot.
  const poster = page.getByRole('listitem').filter({ hasText: 'Точка 1' })
  const address = await poster.getByRole('link').getAttribute('href')
  await page.goto(address ?? '')
  const chat = await page.getByRole('link', { name: 'Відкрити в Telegram' }).getAttribute('href')
  const person = telegram.person(bot, 4_001)
  const phone = newPhone()
  await person.start(new URL(chat ?? '').searchParams.get('start') ?? '')
  await expect.poll(() => person.messages.length).toBeGreaterThan(0)
  await person.tap('Отримати картку')
  await heard(person, 'потрібен номер телефону')
  await person.share(`38${phone}`)
  await heard(person, 'Картку створено')

  const { organization_id } = shop
  const found = await shop.owner.call('POST', '/api/v1/buyers/get_buyers_data', { organization_id })
  const { items } = (found.body as { data: { items: { id: string }[] } }).data
  const buyer_id = items[0]?.id ?? ''
  const given = { organization_id, buyer_id, amount: 1_000, reason: 'gift' }
  await shop.owner.call('POST', '/api/v1/buyers/make_handle_accrual', {
    ...given,
    idempotency_key: crypto.randomUUID(),
  })

  await answerQuestion(page, person)

  await page.addInitScript({ content: keepPrintedCode })
  const askLink = await holdLink(page)
  const till = await openTill(page, shop)
  await askToSpend(page, phone)
  await heard(person, 'Списати')
  const before = performance.now()
  await person.tap('Так, списати')
  await expect(till.done).toBeVisible()
  const took = Math.round(performance.now() - before)
  info.annotations.push({ type: 'figure', description: `confirm round trip: ${took} ms` })
  const [receipt] = await receiptsOf(shop)
  expect(receipt).toMatchObject({ bonuses_spent: 300, to_pay: 700 })
  await printSlip(page, askLink, receipt?.receipt_id ?? '')

  // The second one is refused, and nothing is spent.
  const { available } = await balanceOf(shop, buyer_id)
  // The button of the slip has taken the keyboard.
  await till.buyer.click()
  const asked = person.messages.length
  await askToSpend(page, phone)
  await expect.poll(() => person.messages.length).toBeGreaterThan(asked)
  await heard(person, 'Списати')
  await person.tap('Ні')
  await expect(page.getByText('Покупець не підтвердив списання').first()).toBeVisible()
  expect((await balanceOf(shop, buyer_id)).available).toBe(available)
  await expect(till.spend).toBeFocused()
  await rateVisit(page, person, receipt?.receipt_id ?? '')
})

/** A job as the program itself sends it; the queue takes it within moments. */
async function sendJob(name: string, data: object): Promise<void> {
  const db = new pg.Client({ connectionString: process.env['VERTA_MIGRATE_URL'] })
  await db.connect()
  await db.query('insert into pgboss.job (name, data) values ($1, $2)', [name, data])
  await db.end()
}

test('the owner links a Telegram of their own and reads notices there', async ({ page, shop }) => {
  test.slow()
  const { organization_id } = shop
  const bots = `/api/v1/bots?organization_id=${organization_id}`
  const made = await shop.owner.call('POST', bots, {})
  const { id } = (made.body as { data: { id: string } }).data
  const bot = telegram.addBot('owners_bot')
  const client = { type: 'telegram', token: bot.token }
  await shop.owner.call('POST', `/api/v1/bots/${id}/client`, client)

  await signIn(page, shop)
  await page.goto(`/organizations/settings/${organization_id}?tab=notifications`)
  await page.getByRole('button', { name: 'Підключити Telegram' }).click()
  const link = page.getByRole('link', { name: 'Відкрити Telegram' })
  const payload = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start')
  const owner = telegram.person(bot, 4_002, 'Марта')
  await owner.start(payload ?? '')
  await expect(page.getByText('Підключено: Марта.')).toBeVisible()

  const at = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const letter = { organization_id, kind: 'renewal_stopped', license_id: null, at }
  await sendJob('licensing.mail', letter)
  await heard(owner, 'підписку зупинено')

  await page.getByRole('button', { name: 'Відключити' }).click()
  await expect(page.getByRole('button', { name: 'Підключити Telegram' })).toBeVisible()
})
