/** An owner reads who did what, takes it along, and sees how reports leave by themselves. */
import { readFileSync } from 'node:fs'
import { expect, signIn, test } from './browser.ts'
import { addBuyer, change } from './selling.ts'

test('acts are listed, narrowed and saved; reports have their options', async ({ page, shop }) => {
  await change(shop, 'general', { spend_confirmation: 'none' })
  await addBuyer(shop, 'Соломія', 180)
  await signIn(page, shop)

  await page.goto(`/organizations/audit/${shop.organization_id}`)
  await expect(page.getByRole('row', { name: /Нараховано вручну/ })).toContainText('180')
  await page.getByLabel('Дія', { exact: true }).selectOption('settings_changed')
  await expect(page).toHaveURL(/kind=settings_changed/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('Рівень захисту')
  await page.getByRole('button', { name: 'Завантажити' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Файл CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^Журнал дій \d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('Змінено налаштування')

  await page.getByRole('tab', { name: 'Незвичне' }).click()
  await expect(page.getByText('Нічого незвичного')).toBeVisible()

  await page.goto('/organizations/reports/receipts/transactionesoptions')
  await page.getByLabel(/^Кома, 12\.50/).check()
  await expect(page.getByText('Збережено')).toBeVisible()
  await page.getByRole('button', { name: 'Надсилати' }).click()
  await expect(page.getByText(/підтвердьте свою пошту/)).toBeVisible()
})
