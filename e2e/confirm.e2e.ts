/** Till and bot side by side: from the printed code to a spend that the buyer confirmed. */
import { AxeBuilder } from '@axe-core/playwright'
import { encode } from 'uqr'
import { openTelegramStandIn, type TelegramStandIn } from '#server/testing/telegram-stand-in.ts'
import { expect, type Page, signIn, test } from './browser.ts'
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

/** The slip of the receipt just made carries the link that claims it. */
async function printSlip(page: Page, link: string, receipt_id: string) {
  const printed = page.getByTestId('printed-code').first()
  await expect(async () => {
    await page.getByRole('button', { name: 'Друк' }).first().click()
    await expect(printed).toBeAttached({ timeout: 1000 })
  }).toPass()
  const { data } = encode(`${link}&claim=${receipt_id}`, { ecc: 'M', border: 3 })
  const drawn = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  await expect(printed.locator('path')).toHaveAttribute('d', drawn)
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

const REVIEWS = 'https://g.page/r/KavaNaRozi/review'

test('a buyer joins by the printed code and confirms spends from the bot', async ({
  page,
  shop,
}, info) => {
  test.slow()
  const bot = telegram.addBot('kava_na_rozi_bot')
  await signIn(page, shop)
  await page.goto(`/organizations/bots/${shop.organization_id}`)
  const card = page.getByRole('region', { name: 'Telegram' })
  await card.getByLabel('Токен бота').fill('123456789:AAE-this-is-not-a-token-of-any-bot')
  await card.getByRole('button', { name: 'Підключити' }).click()
  await expect(card).toContainText('Месенджер не прийняв цей токен')
  await card.getByLabel('Токен бота').fill(bot.token)
  await card.getByRole('button', { name: 'Підключити' }).click()
  await expect(card.getByText('Працює')).toBeVisible()
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
  const asked_link = page.waitForResponse(/\/join-link/)
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
  const { data } = (await (await asked_link).json()) as { data: { link: string } }
  await printSlip(page, data.link, receipt?.receipt_id ?? '')

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
