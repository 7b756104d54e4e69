import { AxeBuilder } from '@axe-core/playwright'
import { expect, signIn, test } from './browser.ts'
import { addBuyer, change, receiptsOf } from './selling.ts'
import { openTill, scan, type } from './till-page.ts'

const LATTE = '4820000000017'
const PRICES = `Назва;Штрихкод;Група;Ціна, грн
Лате;${LATTE};Кава;100,00
Чай;4820000000024;Чай;40
Какао;4820000000018;Кава;70
`

test('a price list comes in, a minimum price is set, and bonuses stop at it at the till', async ({
  page,
  shop,
}) => {
  await change(shop, 'general', { spend_confirmation: 'none' })
  await change(shop, 'bonuses', { max_pay_percent: 100 })
  const buyer = await addBuyer(shop, 'Марія', 300)
  await signIn(page, shop)
  await page.goto(`/organizations/min-price/${shop.organization_id}`)

  // Nothing yet, and no need of it; the file is read, understood and checked before it changes anything.
  await expect(page.getByText('кешбек працює від суми чека')).toBeVisible()
  await page.getByRole('button', { name: 'Імпорт' }).first().click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Вибрати файл' }).click(),
  ])
  await chooser.setFiles({
    name: 'прайс.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(PRICES),
  })
  await expect(page.getByRole('combobox', { name: 'Ціна, грн' })).toHaveValue('price')
  await page.getByRole('button', { name: 'Перевірити' }).click()
  await expect(page.getByText('2 нові, 0 оновлено, 1 помилка — рядки 4')).toBeVisible()
  await expect(page.getByText('Контрольна цифра штрихкоду неправильна')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Імпорт товарів' })
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations).toEqual([])
  await dialog.getByRole('button', { name: 'Імпортувати' }).click()
  await expect(dialog.getByText('Готово')).toBeVisible()
  await dialog.getByRole('button', { name: 'Закрити' }).last().click()

  // The till sells by a bare sum until the owner lets it send products.
  await page.getByRole('button', { name: 'Увімкнути товари в чеку' }).click()
  await expect(page.getByText('Товари в чеку увімкнено')).toBeVisible()
  await page.getByRole('button', { name: 'Задати мінімальну ціну: Лате' }).click()
  await page.getByRole('textbox', { name: 'Мінімальна ціна' }).fill('120')
  await expect(page.getByText('Мінімальна ціна вища за ціну 100,00 ₴')).toBeVisible()
  await page.getByRole('textbox', { name: 'Мінімальна ціна' }).fill('70')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Змінити мінімальну ціну: Лате' })).toContainText(
    '70,00 ₴',
  )

  const till = await openTill(page, shop)
  await type(page, buyer.phone)
  await expect(till.buyer_block).toContainText('300 бонусів')
  await scan(page, LATTE)
  await expect(page.getByLabel('Назва товару')).toHaveValue('Лате')
  await expect(till.receipt).toContainText('100,00 ₴')
  await page.keyboard.press('F4')
  await expect(till.spend).toHaveValue('30')
  await expect(page.locator('#till-bonuses-hint')).toContainText('діє мінімальна ціна')
  await till.spend.press('Enter')
  await expect(till.done).toBeVisible()
  expect((await receiptsOf(shop))[0]).toMatchObject({ gross: 100, bonuses_spent: 30, to_pay: 70 })
})

test('many minimum prices are set at once, after a count', async ({ page, shop }) => {
  for (const [name, category, price] of [
    ['Еспресо', 'Кава', 50],
    ['Лате', 'Кава', 80],
    ['Чай', 'Чай', 40],
  ] as const) {
    await shop.owner.call('POST', `/api/v1/products?organization_id=${shop.organization_id}`, {
      ...{ name, category, price },
    })
  }
  await signIn(page, shop)
  await page.goto(`/organizations/min-price/${shop.organization_id}`)
  await page.getByRole('combobox', { name: 'Категорія' }).selectOption('Кава')
  await expect(page.getByRole('link', { name: 'Чай' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Задати багатьом' }).click()
  await page.getByRole('textbox', { name: 'Відсоток від ціни' }).fill('60')
  await expect(page.getByText('Зміниться 2 товари')).toBeVisible()
  await page.getByRole('button', { name: 'Змінити', exact: true }).click()
  await expect(page.getByText('Змінено 2 товари')).toBeVisible()
  await expect(page.getByText('48,00 ₴')).toBeVisible()
  // The filters are in the address: a reload shows the same.
  await page.reload()
  await expect(page.getByText('48,00 ₴')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Категорія' })).toHaveValue('Кава')
})

test('a product is added, changed and deleted beside the list', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`/organizations/min-price/${shop.organization_id}?tab=products`)
  await page.getByRole('button', { name: 'Додати' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Новий товар' })
  await drawer.getByLabel('Назва').fill('Раф')
  await drawer.getByLabel('Ціна', { exact: true }).fill('95,5')
  await drawer.getByLabel('Штрихкод', { exact: true }).fill('4820000000018')
  await drawer.getByRole('button', { name: 'Додати', exact: true }).click()
  await expect(drawer.getByText('Контрольна цифра штрихкоду неправильна')).toBeVisible()
  await drawer.getByLabel('Штрихкод', { exact: true }).fill(LATTE)
  await drawer.getByRole('button', { name: 'Додати', exact: true }).click()
  await expect(page.getByText('Товар «Раф» додано')).toBeVisible()
  await page.getByRole('link', { name: 'Раф' }).click()
  const open = page.getByRole('dialog', { name: 'Раф' })
  await open.getByLabel('Категорія').fill('Кава')
  await open.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText('Товар збережено')).toBeVisible()
  await page.getByRole('link', { name: 'Раф' }).click()
  await page.getByRole('button', { name: 'Видалити товар' }).click()
  await page.getByRole('button', { name: 'Видалити', exact: true }).click()
  await expect(page.getByText('Товар видалено')).toBeVisible()
  await expect(page.getByText('кешбек працює від суми чека')).toBeVisible()
})
