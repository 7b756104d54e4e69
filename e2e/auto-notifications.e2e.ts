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
