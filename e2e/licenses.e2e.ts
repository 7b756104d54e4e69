import { AxeBuilder } from '@axe-core/playwright'
import { openVisitor, type RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Page, signIn, test } from './browser.ts'
import { ADMINISTRATOR } from './global-setup.ts'
import { confirmEmail, onDatabase, turnOnSecondFactor } from './owner.ts'
import { openTill } from './till-page.ts'

const tariffs = (shop: RemoteShop) => `/organizations/licenses/${shop.organization_id}/tariff`

/** Light on a desktop, then dark on a phone. */
async function expectNoViolations(page: Page): Promise<void> {
  const look = async () => {
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    expect((await axe.analyze()).violations).toEqual([])
  }
  await look()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 760 })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await look()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** A tariff that is prepared and not sold yet, and a promo code of a few days. */
async function prepareAnOffer(office: Page): Promise<void> {
  const name = `Ярмарок ${Date.now()}`
  await office.getByRole('tab', { name: 'Тарифи' }).click()
  await office.getByRole('button', { name: 'Додати тариф' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Назва' }).fill(name)
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  // Without a price it would be sold for nothing: the form asks.
  await expect(dialog.getByLabel('Ціна')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Ціна').fill('99,50')
  await dialog.getByLabel('Безкоштовних днів новачкові').selectOption('7')
  await dialog.getByRole('switch', { name: 'Продається' }).uncheck({ force: true })
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await expect(dialog).toBeHidden()
  await expect(office.getByRole('row', { name })).toContainText('99,50')
  await office.getByRole('button', { name: new RegExp(name) }).click()
  await expect(dialog.getByLabel('Безкоштовних днів новачкові')).toHaveValue('7')
  await office.keyboard.press('Escape')
  await office.getByRole('tab', { name: 'Промокоди' }).click()
  await office.getByRole('button', { name: 'Додати промокод' }).click()
  const code = `ЯРМАРОК-${Date.now()}`
  await dialog.getByRole('textbox', { name: 'Код' }).fill(code)
  await dialog.getByLabel('Останній день').fill('2037-05-09')
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await expect(office.getByRole('row', { name: code })).toContainText('09.05.2037')
}

/** Somebody asks to be called back; the administrator calls and writes down what came of it. */
async function noteACall(office: Page): Promise<void> {
  const name = `Захар ${Date.now()}`
  const query = new URLSearchParams({ name, phone: '+380671234567' })
  await office.evaluate(`fetch('/api/v1/stats/feedback_message?${query.toString()}')`)
  await office.getByRole('tab', { name: 'Заявки' }).click()
  await office.getByRole('button', { name: `Записати: ${name}` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Нотатка' }).fill('Чекає на рахунок')
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await expect(office.getByRole('row', { name }).getByText('Передзвонили')).toBeVisible()
  await expect(office.getByRole('row', { name })).toContainText('Чекає на рахунок')
  await expectNoViolations(office)
}

test('an owner subscribes with a card, and cancels', async ({ page, shop }) => {
  await confirmEmail(shop.email)
  await signIn(page, shop)
  await page.goto(tariffs(shop))
  await page.getByRole('region', { name: 'Старт' }).getByRole('button', { name: 'Обрати' }).click()
  const order = page.getByRole('region', { name: 'Ваше замовлення' })
  await expect(order.getByText('290,00').first()).toBeVisible()
  await order.getByRole('radio', { name: 'LiqPay' }).check()
  await expect(order.getByRole('checkbox', { name: /Подовжувати автоматично/ })).toBeChecked()
  await order.getByRole('button', { name: 'Перейти до оплати' }).click()

  // The acquirer's own page; it tells us by a callback and sends the browser back.
  await page.getByRole('button', { name: 'Сплатити' }).click()
  await expect(page.getByRole('heading', { name: 'Оплату отримано' })).toBeVisible()
  await page.getByRole('link', { name: 'До ліцензій' }).click()
  await expect(page.getByText('Активна')).toBeVisible()
  await expect(page.getByText(/Спишемо/)).toBeVisible()
  await page.getByRole('link', { name: /Рахунок і акт/ }).click()
  await expect(page.getByRole('cell', { name: 'Ліцензія «Старт», місяць' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('radiogroup').getByText('Акт').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Завантажити PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^verta-akt-\d+\.pdf$/)

  await page.getByRole('link', { name: 'До ліцензій' }).click()
  await page.getByRole('button', { name: /Дії з ліцензією/ }).click()
  await page.getByRole('menuitem', { name: 'Скасувати підписку' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Скасувати підписку' }).click()
  await expect(page.getByText(/Підписку скасовано/)).toBeVisible()
  await expect(page.getByText(/Скасована, діє до/)).toBeVisible()

  // The tariff has one point of sale; its refusal leads to a larger one.
  await page.goto(`/organizations/pos/${shop.organization_id}`)
  await page.getByRole('button', { name: 'Додати точку' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Назва' }).fill('Друга точка')
  await drawer.getByRole('button', { name: 'Створити точку' }).click()
  await expect(drawer.getByRole('alert')).toContainText('дозволено не більше 1')
  await drawer.getByRole('link', { name: 'Обрати тариф' }).click()
  await expect(page.getByRole('region', { name: 'Мережа' })).toBeVisible()
})

test('an owner pays once with a card, and nothing is renewed', async ({ page, shop }) => {
  await confirmEmail(shop.email)
  await signIn(page, shop)
  await page.goto(tariffs(shop))
  const order = page.getByRole('region', { name: 'Ваше замовлення' })
  await order.getByRole('radio', { name: 'LiqPay' }).check()
  await order.getByRole('checkbox', { name: /Подовжувати автоматично/ }).uncheck()
  await order.getByRole('button', { name: 'Перейти до оплати' }).click()
  await page.getByRole('button', { name: 'Сплатити' }).click()
  await expect(page.getByRole('heading', { name: 'Оплату отримано' })).toBeVisible()
  await page.getByRole('link', { name: 'До ліцензій' }).click()
  await expect(page.getByText('Активна')).toBeVisible()
  await expect(page.getByText('Вимкнено')).toBeVisible()
  await expect(page.getByText(/Спишемо/)).toBeHidden()
})

test('an invoice is paid by a bank, and an administrator says so', async ({
  page,
  shop,
  browser,
}) => {
  await confirmEmail(shop.email)
  await signIn(page, shop)
  await page.goto(tariffs(shop))
  const order = page.getByRole('region', { name: 'Ваше замовлення' })
  await order.getByRole('radio', { name: /Рахунок/ }).check()
  await order.getByRole('button', { name: 'Перейти до оплати' }).click()
  await expect(page.getByText(/Рахунок дійсний до/)).toBeVisible()
  await expect(page.getByText('UA213223130000026007233566001')).toBeVisible()

  const boss = openVisitor(shop.base)
  const password = 'a-long-owner-passphrase'
  const person = { email: ADMINISTRATOR, password, first_name: 'Надія', accept_terms: true }
  await boss.call('POST', '/api/v1/user/signup', person)
  await confirmEmail(ADMINISTRATOR)
  const context = await browser.newContext({ baseURL: shop.base, locale: 'uk-UA' })
  const office = await context.newPage()
  await signIn(office, { ...shop, email: ADMINISTRATOR, password })
  await turnOnSecondFactor(office)
  await office.goto('/admin?tab=payments')
  await office.getByRole('button', { name: 'Гроші надійшли' }).first().click()
  await office.getByRole('dialog').getByRole('button', { name: 'Гроші надійшли' }).click()
  await expect(office.getByText('Переказ підтверджено')).toBeVisible()
  await expectNoViolations(office)
  await noteACall(office)
  await page.reload()
  await expect(page.getByText('Оплачено', { exact: true })).toBeVisible()
  await prepareAnOffer(office)
  // A refund says first what goes where.
  await office.getByRole('tab', { name: 'Платежі' }).click()
  await office.getByRole('button', { name: 'Повернути гроші' }).first().click()
  await expect(office.getByRole('dialog')).toContainText('а оплачений час зникне')
  await office.getByRole('dialog').getByRole('button', { name: 'Повернути гроші' }).click()
  await expect(office.getByText('Гроші повернено')).toBeVisible()
  await context.close()
  await page.reload()
  await expect(page.getByText('Оплачено', { exact: true })).toBeHidden()
})

test('a till whose license has ended says so and sells no more', async ({ page, shop }) => {
  await onDatabase(
    `update license set starts_at = now() - interval '40 days', expires_at = now() - interval '4 days'
      where organization_id = $1`,
    [shop.organization_id],
  )
  await openTill(page, shop)
  await expect(page.getByText(/ліцензі/i).first()).toBeVisible()
  await signIn(page, shop)
  await page.goto(`/organizations/licenses/${shop.organization_id}`)
  await expect(page.getByText('Нарахування зупинено')).toBeVisible()
  await expect(page.getByText('Завершена', { exact: true })).toBeVisible()
})
