import { AxeBuilder } from '@axe-core/playwright'
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { callPos } from '#server/testing/remote-shop.ts'
import { expect, type Page, signIn, test } from './browser.ts'
import { cashbackOf } from './selling.ts'

const openBonuses = async (page: Page, shop: RemoteShop) => {
  await signIn(page, shop)
  await page.goto(`/organizations/settings/${shop.organization_id}?tab=bonuses`)
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Спробувати на минулих чеках' })

/** Ten hryvnias of every hundred in a shop that gives five per cent. */
async function sell(shop: RemoteShop, total: number) {
  const phone = encodeURIComponent('+380671234501')
  const path = `/pos-api/v1/receipt?phone=${phone}`
  const draft = await callPos(shop.base, shop.integration_token, path, {
    pos_id: shop.pos_id,
    total,
  })
  const { receipt_id } = (draft.body as { data: { receipt_id: string } }).data
  const create = `/pos-api/v1/bonuses/create?receipt_id=${receipt_id}&discount_amount=0&phone=${phone}`
  const made = await callPos(shop.base, shop.integration_token, create, { register: {} })
  expect(made.status).toBe(201)
}

test('an owner tries a percent on past receipts before saving it', async ({ page, shop }) => {
  await sell(shop, 1000)
  await openBonuses(page, shop)
  await page.getByRole('textbox', { name: 'Кешбек' }).fill('8')
  await page.getByRole('button', { name: 'Спробувати на минулих чеках' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Порахувати' }).click()
  await expect(dialog.getByRole('status')).toContainText('80 бонусів замість 50 бонусів')
  await expect(dialog.getByRole('row', { name: /^Нараховано/ })).toContainText('+30')
  await expect(dialog.getByRole('row', { name: /^Витрати на програму/ })).toContainText('0 ₴')
  await dialog.getByRole('button', { name: 'Показати таблицею' }).click()
  await expect(dialog.getByRole('row', { name: /1 000,00 ₴/ })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(await cashbackOf(shop)).toBe(5)

  await dialog.getByRole('button', { name: 'Зберегти ці налаштування' }).click()
  await expect(page.getByText('Діє для нових чеків')).toBeVisible()
  expect(await cashbackOf(shop)).toBe(8)
})

test('an owner tries another mode, and finds the result again among the earlier ones', async ({
  page,
  shop,
}) => {
  await sell(shop, 1000)
  await signIn(page, shop)
  await page.goto(`/organizations/settings/${shop.organization_id}?tab=general`)
  await page.getByText('Накопичувальна знижка', { exact: true }).click()
  await page.getByRole('button', { name: 'Спробувати на минулих чеках' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Порахувати' }).click()
  await expect(dialog.getByRole('row', { name: /^Нараховано/ })).toContainText('−50')
  await dialog.getByRole('button', { name: 'Порахувати інакше' }).click()
  const earlier = dialog.getByRole('region', { name: 'Попередні розрахунки' })
  await earlier.getByRole('button').click()
  await expect(dialog.getByRole('row', { name: /^Нараховано/ })).toContainText('−50')
  await expect(dialog.getByRole('button', { name: 'Зберегти ці налаштування' })).toBeHidden()
})

test('a shop without receipts is told so, and takes them from a file', async ({ page, shop }) => {
  await openBonuses(page, shop)
  await page.getByRole('textbox', { name: 'Кешбек' }).fill('10')
  await page.getByRole('button', { name: 'Спробувати на минулих чеках' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Порахувати' }).click()
  await expect(dialog.getByText('За 90 днів чеків немає')).toBeVisible()
  await dialog.getByRole('button', { name: 'Взяти з файлу' }).click()
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'чеки.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Дата;Телефон;Сума\n01.11.2026;0671234501;1000\n02.11.2026;0671234501;400\nколись;;5\n',
    ),
  })
  await dialog.getByRole('textbox', { name: 'Кожен який візит' }).fill('2')
  await dialog.getByRole('button', { name: 'Порахувати' }).click()
  // 50 and 100 spent of 1,400.
  await expect(dialog.getByRole('status')).toContainText('7,14 % обороту замість 3,57 %: +50 ₴')
  await expect(dialog.getByText('Пропущено рядків: 1')).toBeVisible()
})
