import { AxeBuilder } from '@axe-core/playwright'
import { expect, signIn, test } from './browser.ts'

const list = `Телефон;ПІБ;Баланс;Сума покупок
0671230001;Олена Коваль;100;500
0671230002;Олена Коваль;50,50;
12;Хтось;сто;`

test('an owner brings buyers in, gives them bonuses and merges two cards', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/buyers/list/${shop.organization_id}`)
  const axe = async () => {
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }

  await page.getByRole('button', { name: 'Імпорт', exact: true }).click()
  const wizard = page.getByRole('dialog', { name: 'Імпорт покупців' })
  await wizard.locator('input[type=file]').setInputFiles({
    ...{ name: 'покупці.csv', mimeType: 'text/csv', buffer: Buffer.from(list) },
  })
  await expect(wizard.getByLabel('ПІБ')).toHaveValue('name')
  await axe()
  await wizard.getByRole('button', { name: 'Перевірити' }).click()
  await expect(wizard.getByText('2 нові, 0 оновлено, 1 помилка — рядки 4')).toBeVisible()
  await expect(wizard.getByText('Бонусів буде перенесено: 150,5 (покупців: 2)')).toBeVisible()
  await expect(wizard.getByRole('button', { name: 'Імпортувати' })).toBeDisabled()
  await wizard.getByRole('checkbox', { name: /Я маю право/ }).check()
  await axe()
  await wizard.getByRole('button', { name: 'Імпортувати' }).click()
  await expect(wizard.getByText('Бонусів перенесено: 150,5 (покупців: 2)')).toBeVisible()
  await wizard.getByRole('button', { name: 'Закрити' }).last().click()

  await page.getByRole('checkbox', { name: 'Вибрати всіх на сторінці' }).check()
  await page.getByRole('button', { name: 'Дії · 2' }).click()
  const act = page.getByRole('dialog', { name: 'Дія з багатьма покупцями' })
  await act.getByLabel('Скільки кожному').fill('10')
  await axe()
  await act.getByRole('button', { name: 'Далі' }).click()
  await expect(act.getByText('2 покупці, разом 20 бонусів')).toBeVisible()
  await act.getByRole('button', { name: 'Виконати' }).click()
  await expect(act.getByText('Зроблено: 2 покупці.')).toBeVisible()
  await act.getByRole('button', { name: 'Закрити' }).last().click()

  // The ticked ones are whom a mailing is for.
  await page.getByRole('checkbox', { name: 'Вибрати всіх на сторінці' }).check()
  await page.getByRole('button', { name: 'Дії · 2' }).click()
  await act.getByLabel('Що зробити').selectOption('Написати в месенджері')
  await act.getByRole('button', { name: 'Далі' }).click()
  await expect(page.getByText('Вибрані вручну: 2 покупці')).toBeVisible()

  await page.goto(
    `/organizations/buyers/card/${shop.organization_id}?phone=${encodeURIComponent('+380671230001')}`,
  )
  await page.getByRole('button', { name: 'Інші дії' }).click()
  await page.getByRole('menuitem', { name: 'Обʼєднати дублікат' }).click()
  const merge = page.getByRole('dialog', { name: 'Обʼєднати дві картки' })
  await merge.getByLabel('Телефон другої картки').fill('067 123 00 02')
  await merge.getByRole('button', { name: 'Далі' }).click()
  await expect(merge.getByRole('row', { name: /Доступно 110 60,5 170,5/ })).toBeVisible()
  await axe()
  await merge.getByRole('button', { name: 'Обʼєднати назавжди' }).click()
  await expect(page.getByText('Картки обʼєднано')).toBeVisible()
  await expect(page.getByText('170,5 бонуса').first()).toBeVisible()
})
