/** An owner asks where bonuses went, and takes the figures along as a file. */
import { readFileSync } from 'node:fs'
import { expect, signIn, test } from './browser.ts'
import { addBuyer, change, sell } from './selling.ts'

test('movements and a period: narrowed, compared, and saved as a file', async ({ page, shop }) => {
  await change(shop, 'general', { spend_confirmation: 'none' })
  const { phone } = await addBuyer(shop, 'Соломія', 180)
  await sell(shop, phone, 570, 90)
  await signIn(page, shop)

  await page.goto(`/organizations/reports/transactions/${shop.organization_id}`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByLabel('Операція', { exact: true }).selectOption('spend')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('−90')
  await page.getByRole('button', { name: 'Завантажити' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Файл CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^Операції \d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(';Списання;-90;')

  await page.goto(`/organizations/transaction-reports/${shop.organization_id}`)
  await page.getByText('Тиждень', { exact: true }).click()
  await expect(page).toHaveURL(/group=week/)
  await expect(page.getByRole('columnheader', { name: 'Виторг' })).toBeVisible()
  await expect(page.getByText('Разом: 1 чек')).toBeVisible()
  await page.getByRole('tab', { name: 'За видами операцій' }).click()
  await page.getByRole('link', { name: 'Списання', exact: true }).click()
  await expect(page).toHaveURL(/reports\/transactions\/.*kind=spend/)
  await page.goBack()
  await page.getByRole('tab', { name: 'Рахунки покупців' }).click()
  await expect(page.getByRole('link', { name: 'Соломія' })).toBeVisible()
})
