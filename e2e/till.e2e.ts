import { expect, type Page, test } from './browser.ts'
import { addBuyer, balanceOf, change, newPhone, receiptsOf } from './selling.ts'
import { openTill, scan, tillOf, type } from './till-page.ts'

const CREATE = '**/pos-api/v1/bonuses/create?*'
/** Longer than the three seconds after which the till says that the line is slow. */
const SLOW_MS = 3_000

test('a cashier signs in, sells and takes bonuses off without a mouse', async ({ page, shop }) => {
  await change(shop, 'general', { spend_confirmation: 'none' })
  const buyer = await addBuyer(shop, 'Марія', 120)
  const till = tillOf(page)
  await page.goto('/pos_interface')
  await expect(till.login).toBeFocused()
  await type(page, shop.cashier.login)
  await page.keyboard.press('Tab')
  await expect(till.pin).toBeFocused()
  await type(page, shop.cashier.pin)

  await expect(till.buyer).toBeFocused()
  await type(page, buyer.phone)
  await expect(till.buyer_block).toContainText('Марія')
  await expect(till.buyer_block).toContainText('120 бонусів')
  await expect(till.amount).toBeFocused()
  await type(page, '570+45')
  await expect(page.getByText('= 615,00 ₴')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(till.spend).toBeFocused()
  await page.keyboard.press('F4')
  await expect(till.spend).toHaveValue('120')
  await expect(till.receipt).toContainText('495,00 ₴')
  await page.keyboard.press('Enter')

  await expect(till.done).toBeVisible()
  const receipts = await receiptsOf(shop)
  expect(receipts).toHaveLength(1)
  expect(receipts[0]).toMatchObject({ gross: 615, bonuses_spent: 120, to_pay: 495 })
  const { available, pending } = await balanceOf(shop, buyer.id)
  expect(available + pending).toBe(receipts[0]?.accrual)
  // The next sale begins where the hands are.
  await expect(till.buyer).toBeFocused()
})

test('a sum of sums is one amount, with a comma or a dot', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Ірина')
  const till = await openTill(page, shop)
  await till.buyer.fill(buyer.phone)
  await expect(till.amount).toBeFocused()
  await type(page, '570,5+45.25')
  await expect(page.getByText('= 615,75 ₴')).toBeVisible()
  await expect(till.receipt).toContainText('615,75 ₴')
})

/** Brings the till to the moment before the last Enter. */
async function readyToConfirm(page: Page, shop: Parameters<typeof openTill>[1], phone: string) {
  const till = await openTill(page, shop)
  await till.buyer.fill(phone)
  await expect(till.amount).toBeFocused()
  await till.amount.fill('200')
  await expect(till.receipt).toContainText('суми від сервера')
  return till
}

test('a double Enter makes one receipt', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Оксана')
  const till = await readyToConfirm(page, shop, buyer.phone)
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
  await expect(till.done).toBeVisible()
  await expect.poll(async () => (await receiptsOf(shop)).length).toBe(1)
  // The second Enter must not have opened another sale of the same buyer either.
  await expect(till.buyer).toHaveValue('')
})

test('an answer three seconds late and impatient Enters make one receipt', async ({
  page,
  shop,
}) => {
  const buyer = await addBuyer(shop, 'Богдан')
  const till = await readyToConfirm(page, shop, buyer.phone)
  let asked = 0
  await page.route(CREATE, async (route) => {
    asked += 1
    const answer = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    await route.fulfill({ response: answer })
  })
  await page.keyboard.press('Enter')
  await expect(till.confirm).toBeDisabled()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  expect(asked).toBe(1)
  expect(await receiptsOf(shop)).toHaveLength(1)
})

test('a receipt whose answer was lost is found again, not made again', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Назар')
  const till = await readyToConfirm(page, shop, buyer.phone)
  let lost = 0
  await page.route(CREATE, async (route) => {
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  expect(lost).toBe(1)
  expect(await receiptsOf(shop)).toHaveLength(1)
})

test('a create that never reached the server is repeated by the same Enter', async ({
  page,
  shop,
}) => {
  const buyer = await addBuyer(shop, 'Ганна')
  const till = await readyToConfirm(page, shop, buyer.phone)
  await page.route(CREATE, (route) => route.abort('connectionfailed'), { times: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Сервер не відповів. Чек не проведено.').first()).toBeVisible()
  expect(await receiptsOf(shop)).toHaveLength(0)
  await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  expect(await receiptsOf(shop)).toHaveLength(1)
})

test('a scanner on a Ukrainian layout finds the buyer and leaves the amount alone', async ({
  page,
  shop,
}) => {
  const first = await addBuyer(shop, 'Софія')
  const second = await addBuyer(shop, 'Тарас')
  const till = await openTill(page, shop)
  await till.buyer.fill(first.phone)
  await expect(till.amount).toBeFocused()
  await type(page, '570')
  await scan(page, second.card_code)
  await expect(till.buyer_block).toContainText('Тарас')
  await expect(till.amount).toHaveValue('570')
  // The Enter that ends the burst is the scanner's, not the cashier's.
  expect(await receiptsOf(shop)).toHaveLength(0)
})

test('a code scanned before anything else is the buyer', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Левко')
  const till = await openTill(page, shop)
  await scan(page, buyer.card_code)
  await expect(till.buyer_block).toContainText('Левко')
  await expect(till.amount).toBeFocused()
  await expect(till.amount).toHaveValue('')
})

test('an unknown phone is registered with its first receipt', async ({ page, shop }) => {
  const phone = newPhone()
  const till = await openTill(page, shop)
  await type(page, phone)
  const newcomer = page.getByRole('group', { name: 'Новий покупець' })
  await expect(newcomer).toBeVisible()
  await newcomer.getByRole('textbox', { name: 'Імʼя' }).fill('Дарина')
  await newcomer.getByRole('button', { name: 'Зареєструвати і нарахувати' }).click()
  await expect(till.amount).toBeFocused()
  await type(page, '200')
  await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  await expect(page.getByText('Покупця зареєстровано')).toBeVisible()
  const receipts = await receiptsOf(shop)
  expect(receipts).toHaveLength(1)
  expect(receipts[0]).toMatchObject({ gross: 200, buyer_name: 'Дарина' })
})
