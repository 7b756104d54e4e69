/** An owner names an address, keeps its secret, and sees what was sent. */
import { expect, signIn, test } from './browser.ts'

test('an address is added, its secret is shown once, a private one is refused', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/webhooks/${shop.organization_id}`)
  await page.getByLabel('Адреса (https)').fill('https://127.0.0.1/hooks')
  await page.getByRole('button', { name: 'Додати адресу' }).click()
  await expect(page.getByText(/Потрібна публічна адреса/)).toBeVisible()

  await page.getByLabel('Адреса (https)').fill('https://hooks.verta.invalid/in')
  await page.getByRole('button', { name: 'Додати адресу' }).click()
  await expect(page.getByTestId('secret')).toHaveText(/^whsec_[\w+/=]{44}$/)
  await page.getByRole('button', { name: 'Збережено, далі' }).click()
  await expect(page.getByTestId('secret')).toHaveCount(0)

  await page.getByRole('button', { name: 'Змінити події' }).click()
  await page.getByLabel('Чек скасовано').first().uncheck()
  await page.getByRole('button', { name: 'Зберегти', exact: true }).click()
  await expect(
    page.getByText('Чек проведено · Новий покупець · Бонуси змінено не чеком'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Надіслати пробу' }).click()
  await expect(page.getByText(/Проба ·/)).toBeVisible()
  await expect(page.getByText(/не вдалося зʼєднатися/)).toBeVisible()
  await page.getByRole('switch', { name: /hooks\.verta\.invalid/ }).press('Space')
  await expect(page.getByRole('switch', { name: /hooks\.verta\.invalid/ })).not.toBeChecked()
})
