import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Page, signIn, test } from './browser.ts'
import { addBuyer, change, receiptsOf } from './selling.ts'
import { openTill, scan, type } from './till-page.ts'

const BARCODE = '4820000000017'

/** A product in the catalogue, and a till that sells by lines. */
async function withCoffee(shop: RemoteShop): Promise<void> {
  const path = `/api/v1/products?organization_id=${shop.organization_id}`
  const product = { name: 'Капучино', barcode: BARCODE, price: 80, category: 'Кава' }
  const { status } = await shop.owner.call('POST', path, product)
  expect(status).toBe(201)
  await change(shop, 'general', { products_in_receipt: 'required', receipts_per_day_max: 0 })
}

/** Opens the form of a new promotion by its tile. */
async function startNew(page: Page, shop: RemoteShop, tile: string) {
  await page.goto(`/organizations/promotions/${shop.organization_id}`)
  await page.getByRole('link', { name: 'Нова акція' }).click()
  await page.getByRole('link', { name: tile }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Нова акція' })).toBeVisible()
}

async function chooseCoffee(page: Page) {
  await page.getByRole('combobox', { name: 'Товари' }).click()
  await page.getByRole('option', { name: 'Капучино' }).click()
  await page.keyboard.press('Escape')
}

async function saveAndLaunch(page: Page, saved = 'Чернетку збережено') {
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText(saved)).toBeVisible()
  await page.getByRole('button', { name: 'Запустити' }).click()
  await expect(page.getByText('Акція діє')).toBeVisible()
}

/** Sells so many cups to a buyer; the till is ready for the buyer. */
async function sellCoffee(page: Page, till: Awaited<ReturnType<typeof openTill>>, cups: number) {
  await expect(page.getByRole('textbox', { name: 'Ціна' })).toBeVisible()
  await scan(page, BARCODE)
  await expect(page.getByPlaceholder(BARCODE)).toBeVisible()
  await page.getByRole('textbox', { name: 'Ціна' }).first().fill('80')
  await page.getByRole('textbox', { name: 'Кількість' }).first().fill(String(cups))
  await expect(till.receipt).toContainText('суми від сервера')
}

test('an owner makes a discount, a cashier sells with it, the owner sees what it gave', async ({
  page,
  shop,
}) => {
  await withCoffee(shop)
  const buyer = await addBuyer(shop, 'Ганна')
  await signIn(page, shop)
  await startNew(page, shop, 'Знижка на товари')
  await page.getByRole('textbox', { name: 'Назва' }).fill('2-га кава −50 %')
  await chooseCoffee(page)
  await page.getByRole('textbox', { name: 'Відсоток' }).fill('25')
  await page.getByRole('textbox', { name: 'Найменша кількість у чеку' }).fill('2')
  await expect(page.getByText('платите 120,00 ₴ замість 160,00 ₴')).toBeVisible()
  await saveAndLaunch(page)
  await expect(page.getByText('Щоб змінити винагороду, зробіть копію')).toBeVisible()

  const till = await openTill(page, shop)
  await type(page, buyer.phone)
  await expect(till.buyer_block).toContainText('Ганна')
  await sellCoffee(page, till, 2)
  await expect(till.receipt).toContainText('2-га кава −50 %')
  await expect(till.receipt).toContainText('120,00 ₴')
  await expect(page.getByText('2-га кава −50 %: −40,00 ₴')).toBeVisible()
  await till.confirm.click()
  await expect(till.done).toBeVisible()
  expect((await receiptsOf(shop))[0]).toMatchObject({ gross: 160, to_pay: 120 })

  await page.goto(`/organizations/promotions/${shop.organization_id}`)
  await page.getByRole('link', { name: '2-га кава −50 %' }).click()
  const result = page.getByRole('region', { name: 'Результат' })
  await expect(result).toContainText('120,00 ₴')
  await expect(result).toContainText('40,00 ₴')
})

test('a stamp card fills at the till and its gift is free next time', async ({ page, shop }) => {
  await withCoffee(shop)
  const buyer = await addBuyer(shop, 'Остап')
  await signIn(page, shop)
  await startNew(page, shop, 'Подарунок за N покупок')
  await page.getByRole('textbox', { name: 'Назва' }).fill('Кава в подарунок')
  await page.getByRole('radio', { name: 'Обрані товари й категорії' }).check()
  await chooseCoffee(page)
  await page.getByRole('combobox', { name: 'За що штамп' }).selectOption('кожну одиницю товару')
  await page.getByRole('textbox', { name: 'Штампів до подарунка' }).fill('3')
  await saveAndLaunch(page)

  const till = await openTill(page, shop)
  await type(page, buyer.phone)
  await expect(till.buyer_block).toContainText('Остап')
  await sellCoffee(page, till, 3)
  await expect(till.receipt).toContainText('подарунок наступного разу')
  await till.confirm.click()
  await expect(till.done).toBeVisible()

  await till.buyer.focus()
  await type(page, buyer.phone)
  await expect(till.buyer_block).toContainText('товар у подарунок')
  await sellCoffee(page, till, 2)
  await expect(till.receipt).toContainText('Подарунок: Кава в подарунок')
  await expect(till.receipt).toContainText('80,00 ₴')
  await till.confirm.click()
  await expect(till.done).toBeVisible()
  expect((await receiptsOf(shop))[0]).toMatchObject({ gross: 160, to_pay: 80 })
})

test('pausing has a way back, a copy is free again, an end is asked first and is for good', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await startNew(page, shop, 'Подвійні бонуси')
  await page.getByRole('textbox', { name: 'Назва' }).fill('Щасливі години')
  await saveAndLaunch(page)
  await page.goto(`/organizations/promotions/${shop.organization_id}`)
  const row = page.getByRole('row', { name: /Щасливі години/ })
  await row.getByRole('button', { name: 'Дії з акцією' }).click()
  await page.getByRole('menuitem', { name: 'Пауза' }).click()
  await expect(row).toContainText('Пауза')
  await page.getByRole('button', { name: 'Повернути' }).click()
  await expect(row).toContainText('Діє')
  await row.getByRole('button', { name: 'Дії з акцією' }).click()
  await page.getByRole('menuitem', { name: 'Копіювати' }).click()
  const times = page.getByRole('textbox', { name: 'У скільки разів' })
  await expect(times).toBeEnabled()
  await times.fill('3')
  await saveAndLaunch(page, 'Акцію збережено')
  await expect(times).toBeDisabled()
  await expect(page.getByText('вже діє «Щасливі години»')).toBeVisible()
  await page.goto(`/organizations/promotions/${shop.organization_id}`)
  await row.last().getByRole('button', { name: 'Дії з акцією' }).click()
  await page.getByRole('menuitem', { name: 'Завершити зараз' }).click()
  const question = page.getByRole('dialog', { name: 'Завершити «Щасливі години» зараз?' })
  await question.getByRole('button', { name: 'Завершити зараз' }).click()
  await expect(row.last()).toContainText('Завершена')
  await page.getByRole('combobox', { name: 'Статус' }).selectOption('Чернетка')
  await expect(page.getByText('Нічого не знайдено за фільтрами')).toBeVisible()
  await expect(page).toHaveURL(/status=draft/)
})
