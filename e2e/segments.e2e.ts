import { AxeBuilder } from '@axe-core/playwright'
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, signIn, test } from './browser.ts'

/** An owner's own demo shop: ninety days of a café, with the purchases of its buyers counted. */
async function openDemo({ owner }: RemoteShop) {
  const opened = await owner.call('POST', '/api/v1/organizations/demo')
  const { organization_id } = (opened.body as { data: { organization_id: string } }).data
  const count = async (conditions: object) => {
    const body = { organization_id, count_only: true, ...conditions }
    const found = await owner.call('POST', '/api/v1/segmentations/segmentation_result', body)
    return (found.body as { data: { total: number } }).data.total
  }
  // The whole shop is sold, and of everybody who bought it is known what.
  await expect(async () => {
    const { body } = await owner.call('GET', '/api/v1/organizations/demo')
    const { made, total } = (body as { data: { demo: { made: number; total: number } } }).data.demo
    expect(made).toBe(total)
    const bought = await count({ receipts_count: { from: 1 } })
    expect(await count({ first_purchase_days: { from: 0 } })).toBe(bought)
  }).toPass({ timeout: 100_000 })
  return { id: organization_id, count }
}

test('an owner finds who bought coffee but not dessert, and keeps them', async ({ page, shop }) => {
  test.setTimeout(150_000)
  await signIn(page, shop)
  const { id, count: countByApi } = await openDemo(shop)
  await page.goto(`/organizations/buyers/list/${id}`)
  await page.getByRole('button', { name: 'Зібрати сегмент' }).click()
  const drawer = page.getByRole('dialog', { name: 'Кого показати' })
  const count = drawer.getByRole('status')
  await expect(count).toContainText(/із \d+ покупц/)
  const everybody = await count.innerText()

  const add = async (name: string) => {
    await drawer.getByRole('button', { name: 'Додати умову' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await add('Купували')
  const bought = drawer.getByRole('group', { name: 'Купували', exact: true })
  await bought.getByRole('combobox', { name: 'Товари' }).fill('капуч')
  await page.getByRole('option', { name: /^Капучино ·/ }).click()
  await bought.getByRole('combobox', { name: 'Товари' }).fill('лате')
  await page.getByRole('option', { name: /^Лате ·/ }).click()
  await expect(count).not.toHaveText(everybody)
  const coffee = await count.innerText()

  await add('Не купували')
  const not = drawer.getByRole('group', { name: 'Не купували', exact: true })
  await not.getByRole('combobox', { name: 'Товари' }).fill('чизкейк')
  await page.getByRole('option', { name: /^Чизкейк ·/ }).click()
  await expect(count).not.toHaveText(coffee)
  await drawer.getByLabel('Покупки за період').selectOption('Від і до днів тому')
  await expect(drawer.getByLabel('Днів тому, від')).toHaveValue('30')
  await expect(drawer.getByLabel('Днів тому, до')).toHaveValue('60')
  // The same asked of the API: the figure follows the conditions a moment later.
  const total = await countByApi({
    positive_barcodes: { codes: [], skus: ['K-03', 'K-04'] },
    negative_barcodes: { codes: [], skus: ['D-01'] },
    period: { days_ago: { from: 30, to: 60 } },
  })
  expect(total).toBeGreaterThan(0)
  await expect(count).toContainText(new RegExp(`^${total} із`))
  const found = (await count.innerText()).split('\n')[0] ?? ''
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations.map((one) => one.id)).toEqual([])

  await drawer.getByRole('button', { name: 'Зберегти сегмент' }).click()
  const save = page.getByRole('dialog', { name: 'Зберегти сегмент' })
  await save.getByRole('button', { name: 'Зберегти' }).click()
  await expect(save.getByText('Введіть назву')).toBeVisible()
  await save.getByRole('textbox', { name: 'Назва' }).fill('Кава без десерту')
  await save.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByRole('radio', { name: 'Кава без десерту' })).toBeChecked()
  await expect(page.getByRole('main').getByText(found)).toBeVisible()
  await expect(page).toHaveURL(/segment=/)

  // The address is the state: it opens the same, and the tab of everybody leads back.
  await page.reload()
  await expect(page.getByRole('main').getByText(found)).toBeVisible()
  await page.getByText('Постійні', { exact: true }).click()
  await expect(page).toHaveURL(/segment=regulars/)
  await page.getByText('Усі', { exact: true }).click()
  await expect(page.getByText(found)).toBeHidden()
})
