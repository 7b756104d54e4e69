import { expect, signIn, test } from './browser.ts'

test('an owner writes a notification in their own words and sees it as a buyer will', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/auto-notifications/${shop.organization_id}`)
  const winback = page.getByRole('switch', { name: 'Давно не були: друге' })
  await expect(winback).not.toBeChecked()
  await winback.click()
  await expect(winback).toBeChecked()

  await page.getByRole('button', { name: 'Змінити: День народження', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'День народження' })
  const text = drawer.getByLabel('Стандартний текст')
  await text.fill('Вітаємо, {імʼя|друже}! У вас {бланс}')
  await expect(
    drawer.getByText('Невідома змінна {бланс}. Можливо, {баланс}?').first(),
  ).toBeVisible()
  await drawer.getByLabel('Ваш текст').fill('Вітаємо, {імʼя|друже}! У вас {баланс} 🎂')
  await expect(drawer.getByText('Вітаємо, друже! У вас 230 🎂')).toHaveCount(2)
  await drawer.getByRole('button', { name: 'Закрити' }).click()
  await page
    .getByRole('dialog', { name: 'Вийти без збереження' })
    .getByRole('button', { name: 'Лишитися' })
    .click()
  await drawer.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByRole('status').getByText('Автоповідомлення збережено')).toBeVisible()

  await page.getByRole('button', { name: 'Змінити: День народження', exact: true }).click()
  await expect(drawer.getByLabel('Ваш текст')).toHaveValue(/У вас \{баланс\}/)
  await drawer.getByRole('button', { name: 'Повернути стандартний' }).click()
  await expect(drawer.getByLabel('Стандартний текст')).toHaveValue(/З днем народження/)
  await drawer.getByRole('button', { name: 'Зберегти' }).click()
  await expect(drawer).toBeHidden()
})

test('a notification’s button leads to a product', async ({ page, shop }) => {
  const path = `/api/v1/products?organization_id=${shop.organization_id}`
  const latte = { name: 'Лате з гарбузом', price: 65, link: 'https://kava.ua/latte' }
  await shop.owner.call('POST', path, latte)
  await signIn(page, shop)
  await page.goto(`/organizations/auto-notifications/${shop.organization_id}`)
  await page.getByRole('button', { name: 'Змінити: День народження', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'День народження' })
  await drawer.getByRole('textbox', { name: 'Напис на кнопці' }).fill('Ваш подарунок')
  await drawer.getByRole('combobox', { name: 'Куди веде кнопка' }).selectOption('Товар')
  const product = drawer.getByRole('combobox', { name: 'Товар', exact: true })
  await product.click()
  await page.getByRole('option', { name: latte.name }).click()
  const preview = drawer.getByRole('region', { name: 'Як це виглядатиме' })
  await expect(preview.getByText('Ваш подарунок')).toHaveCount(2)
  await drawer.getByRole('button', { name: 'Зберегти' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Змінити: День народження', exact: true }).click()
  await expect(product).toHaveValue(latte.name)
})
