import { AxeBuilder } from '@axe-core/playwright'
import { expect, signIn, test } from './browser.ts'
import { addBuyer, balanceOf, change, entriesOf } from './selling.ts'
import { openTill, type } from './till-page.ts'

test('an owner switches gifts on, and a flyer brings its bonuses at the till', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/welcome-bonuses/${shop.organization_id}`)
  await page.getByRole('button', { name: 'Увімкнути рекомендоване' }).click()
  await expect(page.getByRole('switch', { name: 'За реєстрацію' })).toBeChecked()
  await expect(page.getByText('Один раз на номер телефону.')).toBeVisible()
  const join = page.getByRole('region', { name: 'За реєстрацію' })
  await join.getByRole('textbox', { name: 'Діють' }).fill('400')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(join.getByText('Строк дії має бути 1–365 днів')).toBeVisible()
  await join.getByRole('textbox', { name: 'Діють' }).fill('30')
  await page.getByRole('button', { name: 'Додати флаєр' }).click()
  await page.getByRole('textbox', { name: 'Код' }).fill('osin-26')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText('Збережено. Діє для нових подарунків')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Код' })).toHaveValue('OSIN26')
  await expect(page.getByText('використано 0 з 100')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

  const { id, phone } = await addBuyer(shop, 'Ганна')
  await expect.poll(() => balanceOf(shop, id)).toMatchObject({ available: 50 })

  await openTill(page, shop)
  const field = page.getByRole('textbox', { name: /Телефон|покупц/ }).first()
  await field.pressSequentially('osin26', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Флаєр OSIN26 прийнято')).toBeVisible()
  await field.pressSequentially(phone, { delay: 60 })
  await expect(page.getByText('Флаєр OSIN26: подарунок прийде з чеком')).toBeVisible()
  await page.getByRole('textbox', { name: /Сума/ }).pressSequentially('100', { delay: 60 })
  await expect(page.getByText('Подарунок', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('success')).toBeVisible()
  const kinds = (await entriesOf(shop, id)).map(({ kind, amount }) => `${kind} ${amount}`)
  expect(kinds).toEqual(['welcome 50', 'accrual 5', 'welcome 50'])
})

test('a large gift is asked about, with what it costs', async ({ page, shop }) => {
  await addBuyer(shop, 'Тарас')
  await signIn(page, shop)
  await page.goto(`/organizations/welcome-bonuses/${shop.organization_id}`)
  await page.getByRole('switch', { name: 'За реєстрацію' }).click({ force: true })
  const join = page.getByRole('region', { name: 'За реєстрацію' })
  await join.getByRole('textbox', { name: 'Бонусів' }).fill('300')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  const question = page.getByRole('dialog', { name: 'Великий подарунок' })
  await expect(question.getByText(/Орієнтовно .+ на місяць. Увімкнути\?/)).toBeVisible()
  await question.getByRole('button', { name: 'Увімкнути' }).click()
  await expect(page.getByText('Збережено. Діє для нових подарунків')).toBeVisible()
})

test('who invited a newcomer is told at the till, or on the buyer’s card', async ({
  page,
  shop,
}) => {
  await change(shop, 'bonuses', {
    referral: {
      ...{ on: true, friend_amount: 30, inviter_amount: 50, min_receipt: 0 },
      ...{ monthly_cap: 5, max_friends: 20 },
    },
  })
  const inviter = await addBuyer(shop, 'Оксана')
  const till = await openTill(page, shop)
  await till.buyer.fill('0671234567')
  const field = page.getByRole('textbox', { name: 'Хто запросив' })
  await field.fill('067 000')
  await page.keyboard.press('Enter')
  await expect(till.buyer_block).toContainText('Перевірте номер телефону')
  await expect(field).toBeFocused()
  await field.fill(inviter.phone)
  await page.keyboard.press('Enter')
  await expect(till.amount).toBeFocused()
  await type(page, '200')
  await expect(till.receipt).toContainText('суми від сервера')
  await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  await expect.poll(() => balanceOf(shop, inviter.id)).toMatchObject({ available: 50 })

  const friend = await addBuyer(shop, 'Юрко')
  await signIn(page, shop)
  await page.goto(`/organizations/buyers/card/${shop.organization_id}?buyer=${friend.id}`)
  await page.getByRole('button', { name: 'Інші дії' }).click()
  await page.getByRole('menuitem', { name: 'Хто запросив' }).click()
  const dialog = page.getByRole('dialog', { name: 'Хто запросив' })
  await dialog.getByRole('textbox', { name: 'Телефон того, хто запросив' }).fill('0500000001')
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await expect(dialog.getByText('Покупця, який запросив, не знайдено.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Телефон того, хто запросив' }).fill(inviter.phone)
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await page.getByRole('link', { name: 'Запрошення від: Оксана' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Оксана' })).toBeVisible()
})
