/** An owner brings a receipt of the past in, and takes everything along. */
import { expect, signIn, test } from './browser.ts'

test('past receipts come in by a file, and an archive is made, taken and deleted', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/moving/${shop.organization_id}`)
  await page.getByRole('button', { name: 'Відкрити: Минулі чеки' }).click()
  const window = page.getByRole('dialog')
  const buffer = Buffer.from('Дата;Номер чека;Сума\n03.02.2026 10:00;77;120,50\n03.02.2026;;-5\n')
  await window
    .locator('input[type=file]')
    .setInputFiles({ name: 'чеки.csv', mimeType: 'text/csv', buffer })
  await window.getByRole('button', { name: 'Перевірити' }).click()
  await expect(window.getByText(/разом 120,50/)).toBeVisible()
  await window.getByRole('button', { name: 'Імпортувати', exact: true }).click()
  await expect(window.getByText('Готово')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Зібрати архів' }).click()
  await expect(page.getByTestId('fingerprint')).toHaveText(/^[0-9a-f]{64}$/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^verta-.*\.zip$/)
  await page.getByRole('button', { name: 'Видалити файл' }).click()
  await expect(page.getByTestId('fingerprint')).toHaveCount(0)
})
