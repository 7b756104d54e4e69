import { expect, type Page, test } from './browser.ts'

/** What a newcomer may be asked for at most: design/screens.md, acceptance check 1. */
const INTERACTIONS_MAX = 25
const SECONDS_MAX = 300

/** Counts what a person does: a field filled, an option chosen, a button pressed. */
function counted() {
  let count = 0
  const act = async (done: Promise<unknown>) => {
    count += 1
    await done
  }
  return { act, count: () => count }
}

test('a newcomer signs up and gives the first bonus in at most 25 interactions', async ({
  page,
}) => {
  const { act, count } = counted()
  const started = performance.now()
  await page.goto('/auth/signup')
  await signUp(page, act)
  await openBusiness(page, act)
  // The percent a coffee shop usually returns stands there already.
  await act(page.getByRole('button', { name: 'Зберегти і продовжити' }).click())
  await expect(page.getByRole('heading', { level: 1, name: 'Перший бонус' })).toBeFocused()
  await act(page.getByRole('button', { name: 'Нарахувати' }).click())
  await expect(page.getByText('Перший чек проведено')).toBeVisible()
  await expect(page.getByText('+14 бонусів')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(INTERACTIONS_MAX)
  expect((performance.now() - started) / 1000).toBeLessThan(SECONDS_MAX)

  await act(page.getByRole('button', { name: 'Далі' }).click())
  await act(page.getByRole('button', { name: 'До кабінету' }).click())
  expect(count()).toBeLessThanOrEqual(INTERACTIONS_MAX)
  await expect(page.getByRole('heading', { level: 1, name: 'Кава на розі' })).toBeVisible()
  await expect(page.getByText('200,00 ₴').first()).toBeVisible()

  await page.getByRole('link', { name: 'Чеки' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Чеки' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '200,00 ₴' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('14')
  await expect(row).toContainText('Проведено')
})

type Act = ReturnType<typeof counted>['act']

async function signUp(page: Page, act: Act) {
  const unique = `${Date.now()}-${process.pid}`
  await act(page.getByRole('textbox', { name: 'Імʼя' }).fill('Олена'))
  await act(
    page.getByRole('textbox', { name: 'Електронна пошта' }).fill(`new-${unique}@example.com`),
  )
  await act(page.getByLabel('Пароль', { exact: true }).fill('кава на розі щоранку'))
  await act(page.getByRole('checkbox', { name: 'Погоджуюся' }).check())
  await act(page.getByRole('button', { name: 'Створити акаунт' }).click())
  await expect(page.getByRole('heading', { level: 1, name: 'Ваш бізнес' })).toBeVisible()
}

async function openBusiness(page: Page, act: Act) {
  await act(page.getByRole('textbox', { name: 'Назва' }).fill('Кава на розі'))
  await act(page.getByRole('radio', { name: 'Кавʼярня' }).check())
  await act(page.getByRole('combobox', { name: 'Місто' }).fill('Львів'))
  await act(page.getByRole('option', { name: 'Львів', exact: true }).click())
  await act(page.getByRole('textbox', { name: 'Телефон' }).fill('0671112233'))
  await act(page.getByRole('button', { name: 'Створити і продовжити' }).click())
  await expect(page.getByRole('heading', { level: 1, name: 'Скільки повертати?' })).toBeFocused()
}
