import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, test } from './browser.ts'
import { addBuyer, balanceOf, change, entriesOf } from './selling.ts'
import { openTill, tillOf, type } from './till-page.ts'

type Login = { login: string; pin: string }

async function addCashier(shop: RemoteShop, role: string, pos_ids: string[]): Promise<Login> {
  const path = '/api/v1/pos/create-pos-register-user'
  const made = await shop.owner.call('POST', path, { pos_ids, name: 'Олег', role })
  expect(made.status).toBe(201)
  const { user, pin } = (made.body as { data: { user: { login: string }; pin: string } }).data
  return { login: user.login, pin }
}

test('a cashier of two points of sale says once where the work is today', async ({
  page,
  shop,
}) => {
  const { organization_id, owner } = shop
  const second = await owner.call('POST', `/api/v1/pos?organization_id=${organization_id}`, {
    name: 'Друга точка',
  })
  expect(second.status).toBe(201)
  const { id } = (second.body as { data: { id: string } }).data
  const { login, pin } = await addCashier(shop, 'cashier', [shop.pos_id, id])
  const till = tillOf(page)
  await page.goto('/pos_interface')
  await till.login.fill(login)
  await till.pin.fill(pin)
  await expect(page.getByRole('heading', { name: 'Де ви сьогодні працюєте?' })).toBeVisible()
  await page.getByRole('button', { name: 'Друга точка' }).click()
  await expect(till.buyer).toBeFocused()
  await expect(page.getByRole('banner')).toContainText('Друга точка')
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Друга точка')
})

test('a senior cashier compensates a buyer within the limit, and the owner sees it', async ({
  page,
  shop,
}) => {
  await change(shop, 'general', { compensation_max: 50, compensation_day_max: 80 })
  const buyer = await addBuyer(shop, 'Леся')
  const cashier = { ...shop.cashier, ...(await addCashier(shop, 'senior', [shop.pos_id])) }
  await openTill(page, { cashier })
  await page.getByRole('button', { name: 'Чеки' }).click()
  await page.getByRole('button', { name: 'Компенсувати' }).click()
  const dialog = page.getByRole('dialog', { name: 'Компенсувати бонусами' })
  await dialog.getByLabel('Телефон покупця').fill(buyer.phone)
  await dialog.getByLabel('Скільки бонусів').fill('60')
  await dialog.getByLabel('Причина').fill('Холодна кава')
  await dialog.getByRole('button', { name: 'Нарахувати' }).click()
  await expect(dialog.getByText('Введіть число від 0,01 до 50')).toBeVisible()
  await dialog.getByLabel('Скільки бонусів').fill('40')
  await dialog.getByRole('button', { name: 'Нарахувати' }).click()
  await expect(page.getByText('Нараховано 40')).toBeVisible()
  expect(await balanceOf(shop, buyer.id)).toMatchObject({ available: 40 })
  expect(await entriesOf(shop, buyer.id)).toMatchObject([{ kind: 'compensation', amount: 40 }])
})

/** The browser's own print dialog cannot be read; what stands in the page for it can. */
const keepWhatIsPrinted = `window.print = () => {
  const slip = document.body.lastElementChild.previousElementSibling
  const printed = document.createElement('pre')
  printed.dataset.testid = 'printed'
  printed.textContent = slip.textContent
  document.body.append(printed)
}`

test('a slip is printed with what the buyer paid and earned', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Віра')
  await page.addInitScript({ content: keepWhatIsPrinted })
  const till = await openTill(page, shop)
  await till.buyer.fill(buyer.phone)
  await expect(till.amount).toBeFocused()
  await type(page, '400')
  await expect(till.receipt).toContainText('400,00 ₴')
  await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  await page.getByRole('button', { name: 'Друк' }).first().click()
  const printed = page.getByTestId('printed')
  await expect(printed).toContainText('400,00')
  await expect(printed).toContainText('20')
})

test('without a camera the till says so, and typing goes on', async ({ page, shop }) => {
  const till = await openTill(page, shop)
  await page.getByRole('button', { name: 'Камера' }).click()
  const dialog = page.getByRole('dialog', { name: 'Сканування' })
  await expect(dialog).toContainText(/Немає доступу до камери|Камеру не знайдено/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(till.buyer).toBeVisible()
})
