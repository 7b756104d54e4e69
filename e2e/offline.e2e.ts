/** The till without a line: it starts, keeps what earns, sends it in order, and what was refused is mended. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './browser.ts'
import { addBuyer, balanceOf, newPhone, receiptsOf } from './selling.ts'
import { openTill, scan, tillOf, type } from './till-page.ts'

// The till itself is served by its worker when there is no line.
test.use({ serviceWorkers: 'allow' })

/** A card that no buyer has: prefix 27 and a right check digit. */
const NOBODY = '2799999999997'

test('sales without a line wait through a restart, go out in order, and refused ones are mended', async ({
  page,
  context,
  shop,
}) => {
  const known = await addBuyer(shop, 'Марія', 100)
  const carded = await addBuyer(shop, 'Тарас')
  const till = await openTill(page, shop)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const sell = async (sum: string) => {
    await expect(till.amount).toBeFocused()
    await type(page, sum)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Збережено' })).toBeVisible()
    await expect(till.buyer).toBeFocused()
  }

  await context.setOffline(true)
  await expect(page.getByText('офлайн').first()).toBeVisible()
  await type(page, known.phone)
  await expect(till.buyer_block).toContainText('Перевіримо, коли зʼявиться інтернет')
  await expect(till.spend).toBeDisabled()
  await expect(page.getByText('Без інтернету бонуси не списуються')).toBeVisible()
  await sell('100')
  await scan(page, carded.card_code)
  await sell('200')
  const newcomer = newPhone()
  await type(page, newcomer)
  await sell('300')
  await scan(page, NOBODY)
  await sell('400')
  await scan(page, NOBODY)
  await sell('50')
  await type(page, '12345678')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Одноразовий код працює лише з інтернетом').first()).toBeVisible()

  // A cold start: nothing but the device itself answers.
  await page.reload()
  await expect(page.getByText('офлайн · 5 у черзі')).toBeVisible()
  await page.getByRole('button', { name: 'Налаштування каси' }).click()
  await expect(page.getByRole('button', { name: 'Вийти' })).toBeDisabled()
  await expect(page.getByText('Не надіслано чеків: 5')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await receiptsOf(shop)).toHaveLength(0)

  await context.setOffline(false)
  const queue = page.getByRole('button', { name: 'Черга 2' })
  await expect(queue).toBeVisible()
  const sold = (await receiptsOf(shop)).toReversed()
  expect(sold.map(({ gross }) => gross)).toEqual([100, 200, 300])
  expect((await balanceOf(shop, known.id)).available).toBe(100 + (sold[0]?.accrual ?? Number.NaN))

  await page.keyboard.press('F7')
  const refused = page.getByRole('region', { name: 'Потребують виправлення' })
  await expect(refused.getByRole('listitem')).toHaveCount(2)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await refused.getByRole('button', { name: 'Виправити' }).first().click()
  await page.getByRole('textbox', { name: 'Телефон або код картки' }).fill(carded.phone)
  await page.getByRole('textbox', { name: 'Сума' }).fill('350')
  await page.keyboard.press('Enter')
  await expect(refused.getByRole('listitem')).toHaveCount(1)
  await refused.getByRole('button', { name: 'Прибрати' }).click()
  await page.getByRole('radio', { name: 'Немає такого покупця' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Прибрати' }).click()
  await expect(page.getByText('Усі чеки надіслано')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Прибрано за зміну' })).toContainText('1 · 50,00')
  expect((await receiptsOf(shop)).map(({ gross }) => gross)).toEqual([350, 300, 200, 100])

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Налаштування каси' }).click()
  await page.getByRole('button', { name: 'Вийти' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Вийти' }).click()
  await expect(tillOf(page).login).toBeVisible()
})

test('a till locked without a line opens by its PIN and sells; a session that is over costs a PIN', async ({
  page,
  context,
  shop,
}) => {
  const till = await openTill(page, shop)
  await expect.poll(() => page.evaluate("localStorage.getItem('till_pin')")).not.toBeNull()
  await page.getByRole('button', { name: 'Налаштування каси' }).click()
  await page.getByRole('button', { name: 'Заблокувати касу' }).click()
  await context.setOffline(true)
  const wrong = shop.cashier.pin === '000000' ? '111111' : '000000'
  await till.pin.fill(wrong)
  await expect(page.getByText('Неправильний логін або PIN')).toBeVisible()
  await till.pin.fill(shop.cashier.pin)
  await expect(till.buyer).toBeFocused()
  await type(page, newPhone())
  await expect(till.amount).toBeFocused()
  await type(page, '90')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Збережено' })).toBeVisible()

  // Meanwhile the session has ended: the till starts with a token that the server does not know.
  await page.evaluate(
    "localStorage.till_session = JSON.stringify({ ...JSON.parse(localStorage.till_session), token: 'gone' })",
  )
  await page.reload()
  await expect(page.getByText('офлайн · 1 у черзі')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Введіть PIN, щоб продовжити' })).toBeVisible()
  expect(await receiptsOf(shop)).toHaveLength(0)
  await till.pin.fill(shop.cashier.pin)
  await expect(till.buyer).toBeFocused()
  await expect.poll(async () => (await receiptsOf(shop)).map(({ gross }) => gross)).toEqual([90])
  await expect(page.getByRole('button', { name: 'Черга' })).toHaveCount(0)
})
