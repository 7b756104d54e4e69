import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Page, signIn, test } from './browser.ts'
import { addBuyer, balanceOf, cashbackOf, entriesOf } from './selling.ts'
import { openTill } from './till-page.ts'

/** Presses and counts: the owner's everyday jobs have a budget of clicks (design/screens.md §5.20). */
function clicks() {
  let count = 0
  const click = async (target: { click(): Promise<void> }) => {
    count += 1
    await target.click()
  }
  return { click, count: () => count }
}

async function openOverview(page: Page, shop: RemoteShop) {
  await signIn(page, shop)
  await page.goto(`/organizations/main/${shop.organization_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Кава на Розі' })).toBeVisible()
}

test('an owner changes the cashback in at most three clicks', async ({ page, shop }) => {
  await openOverview(page, shop)
  const { click, count } = clicks()
  await click(page.getByRole('link', { name: 'Бонуси', exact: true }))
  await page.getByRole('textbox', { name: 'Кешбек' }).fill('7,5')
  await click(page.getByRole('button', { name: 'Зберегти' }))
  await expect(page.getByText('Діє для нових чеків')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(3)
  expect(await cashbackOf(shop)).toBe(7.5)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Кешбек' })).toHaveValue('7,5')
})

test('of two tabs that change the settings the later one is asked first', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  const other = await page.context().newPage()
  const address = `/organizations/settings/${shop.organization_id}?tab=bonuses`
  await Promise.all([page.goto(address), other.goto(address)])
  await page.getByRole('textbox', { name: 'Кешбек' }).fill('9')
  await other.getByRole('textbox', { name: 'Кешбек' }).fill('3')
  await other.getByRole('button', { name: 'Зберегти' }).click()
  await expect(other.getByText('Діє для нових чеків')).toBeVisible()
  await page.getByRole('button', { name: 'Зберегти' }).click()
  const conflict = page.getByRole('dialog', { name: 'Дані щойно змінилися' })
  await expect(conflict).toBeVisible()
  expect(await cashbackOf(shop)).toBe(3)
  await conflict.getByRole('button', { name: 'Показати зміни' }).click()
  await expect(conflict.getByRole('row')).toHaveCount(2)
  await conflict.getByRole('button', { name: 'Перезаписати' }).click()
  await expect(conflict).toBeHidden()
  await expect(page.getByText('Діє для нових чеків')).toBeVisible()
  expect(await cashbackOf(shop)).toBe(9)
})

test('a cashier is added in at most four clicks and signs in with the PIN shown once', async ({
  page,
  shop,
}) => {
  await openOverview(page, shop)
  const { click, count } = clicks()
  await click(page.getByRole('link', { name: 'Точки й касири' }))
  await click(page.getByRole('button', { name: 'касири точки «Точка 1»' }))
  await click(page.getByRole('button', { name: 'Додати касира' }))
  await page.getByRole('textbox', { name: 'Імʼя' }).fill('Соломія')
  await click(page.getByRole('button', { name: 'Зберегти' }))
  const drawer = page.getByRole('dialog', { name: 'Точка 1' })
  await expect(drawer.getByText('PIN для «Соломія»')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(4)
  const shown = await drawer.innerText()
  const pin = /^\d{6}$/m.exec(shown)?.[0] ?? ''
  const login = /^[a-z][a-z0-9-]+-\d+$/m.exec(shown)?.[0] ?? ''
  await drawer.getByRole('button', { name: 'Готово, зберіг' }).click()
  await expect(drawer.getByText('Соломія')).toBeVisible()
  await expect(page.getByText(pin)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Соломія')).toBeVisible()
  await expect(page.getByText(pin)).toHaveCount(0)

  await openTill(page, { cashier: { login, pin, token: '' } })
  await expect(page.getByRole('banner')).toContainText('Соломія')
})

test('a buyer is found, given bonuses and relieved of some, to the kopeck', async ({
  page,
  shop,
}) => {
  const buyer = await addBuyer(shop, 'Христина')
  await addBuyer(shop, 'Василь')
  await signIn(page, shop)
  await page.goto(`/organizations/buyers/list/${shop.organization_id}`)
  await expect(page.getByText('Василь')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Телефон, імʼя або код картки' }).fill('христ')
  await expect(page.getByText('Василь')).toBeHidden()
  await page.getByRole('link', { name: 'Христина' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Христина' })).toBeVisible()
  const balance = page.getByRole('region', { name: 'Можна витратити' })

  await page.getByRole('button', { name: 'Нарахувати' }).click()
  await fillManual(page, 'Нарахувати бонуси', '120,50', 'Баланс: 0 → 120,5')
  await expect(balance).toContainText('120,5 бонуса')
  expect(await balanceOf(shop, buyer.id)).toMatchObject({ available: 120.5, pending: 0, debt: 0 })

  await page.getByRole('button', { name: 'Списати' }).click()
  await fillManual(page, 'Списати бонуси', '20,25', 'Баланс: 120,5 → 100,25')
  await expect(balance).toContainText('100,25 бонуса')
  expect(await balanceOf(shop, buyer.id)).toMatchObject({ available: 100.25, pending: 0, debt: 0 })
  const entries = await entriesOf(shop, buyer.id)
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['manual_withdraw', -20.25],
    ['manual_accrual', 120.5],
  ])
})

async function fillManual(page: Page, title: string, amount: string, change: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: 'Скільки бонусів' }).fill(amount)
  await expect(dialog.getByRole('status')).toContainText(change)
  await dialog.getByRole('combobox', { name: 'Причина' }).selectOption('Подарунок')
  await dialog.getByRole('button', { name: /^(Нарахувати|Списати)$/ }).click()
  await expect(dialog).toBeHidden()
}

test('nobody can be relieved of more than they hold', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Остап', 40)
  await signIn(page, shop)
  await page.goto(`/organizations/buyers/card/${shop.organization_id}?phone=${buyer.phone}`)
  await page.getByRole('button', { name: 'Списати' }).click()
  const dialog = page.getByRole('dialog', { name: 'Списати бонуси' })
  await dialog.getByRole('textbox', { name: 'Скільки бонусів' }).fill('40,01')
  await dialog.getByRole('combobox', { name: 'Причина' }).selectOption('Помилка')
  await dialog.getByRole('button', { name: 'Списати' }).click()
  await expect(dialog.getByText('Доступно 40').first()).toBeVisible()
  expect(await balanceOf(shop, buyer.id)).toMatchObject({ available: 40 })
})

test('a license is taken off only after a question, and can be given back', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/pos/${shop.organization_id}`)
  await page.getByRole('button', { name: 'Відкрити «Точка 1»' }).click()
  const drawer = page.getByRole('dialog', { name: 'Точка 1', exact: true })
  await drawer.getByRole('tab', { name: 'Ліцензія' }).click()
  await drawer.getByRole('button', { name: 'Зняти ліцензію' }).click()
  const question = page.getByRole('dialog', { name: 'Зняти ліцензію з точки «Точка 1»?' })
  await expect(question).toContainText('Каса перестане нараховувати')
  await expect(question.getByRole('button', { name: 'Скасувати' })).toBeFocused()
  await question.getByRole('button', { name: 'Скасувати' }).click()
  await expect(question).toBeHidden()
  expect(await licenseOf(shop)).not.toBeNull()

  await drawer.getByRole('button', { name: 'Зняти ліцензію' }).click()
  await question.getByRole('button', { name: 'Зняти ліцензію' }).click()
  await expect(drawer.getByText('Без ліцензії каса не проводить чеки')).toBeVisible()
  expect(await licenseOf(shop)).toBeNull()
  await drawer.getByRole('button', { name: 'Призначити ліцензію' }).click()
  await expect(drawer.getByText('Каса нараховує та списує бонуси.')).toBeVisible()
  expect(await licenseOf(shop)).not.toBeNull()
})

async function licenseOf(shop: RemoteShop): Promise<string | null> {
  const path = `/api/v1/pos?organization_id=${shop.organization_id}`
  const { body } = await shop.owner.call('GET', path)
  return (
    (body as { data: { items: { license_id: string | null }[] } }).data.items[0]?.license_id ?? null
  )
}
