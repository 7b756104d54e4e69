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
  // The answer is held back: what was chosen stands at once, and the next choice need not wait.
  const held = Promise.withResolvers<void>()
  const saved: number[] = []
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH') saved.push(answer.status())
  })
  await page.route('**/api/v1/stats/options?*', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  const receipts = page.getByRole('group', { name: 'Чеки' })
  await page.getByLabel(/^Кома, 12\.50/).check()
  await receipts.getByLabel('Покупець').uncheck()
  await receipts.getByLabel('Сума', { exact: true }).uncheck()
  held.resolve()
  await expect.poll(() => saved).toEqual([200, 200, 200])
  await expect(page.getByText('Збережено')).toBeVisible()
  await expect(receipts.getByLabel('Покупець')).not.toBeChecked()
  await page.reload()
  await expect(page.getByLabel(/^Кома, 12\.50/)).toBeChecked()
  await expect(receipts.getByLabel('Покупець')).not.toBeChecked()
  await expect(receipts.getByLabel('Сума', { exact: true })).not.toBeChecked()
  await page.getByRole('button', { name: 'Надсилати' }).click()
  await expect(page.getByText(/підтвердьте свою пошту/)).toBeVisible()
})
