import { expect, signIn, test } from './browser.ts'

test('an owner writes news, sees them as a chat does, and publishes them', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`/organizations/news/${shop.organization_id}`)
  await expect(page.getByText('Розкажіть покупцям, що у вас нового')).toBeVisible()
  await page.getByRole('button', { name: 'Нова новина' }).click()
  await page.getByRole('textbox', { name: 'Назва' }).fill('Гарбузове лате')
  await page.getByRole('textbox', { name: 'Текст' }).fill('Вже **сьогодні** в меню')
  const preview = page.getByRole('region', { name: 'Так побачить покупець' })
  await expect(preview.getByText('сьогодні').first()).toBeVisible()
  await page.getByRole('button', { name: 'До списку' }).click()
  const question = page.getByRole('dialog', { name: 'Вийти без збереження' })
  await question.getByRole('button', { name: 'Лишитися' }).click()
  await page.goBack()
  await question.getByRole('button', { name: 'Лишитися' }).click()
  await expect(page.getByRole('textbox', { name: 'Назва' })).toHaveValue('Гарбузове лате')
  await page.getByRole('textbox', { name: 'Напис на кнопці' }).fill('Меню')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText('Заповніть обидва поля кнопки')).toBeVisible()
  await page.getByRole('textbox', { name: 'Адреса кнопки' }).fill('https://kava.ua/menu')
  await page.getByRole('combobox', { name: 'Куди веде кнопка' }).selectOption('Моя картка')
  await expect(page.getByRole('textbox', { name: 'Адреса кнопки' })).toBeHidden()
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Гарбузове лате' })).toBeVisible()
  await page.getByRole('button', { name: 'Опублікувати' }).click()
  await expect(page.getByText('Новину опубліковано')).toBeVisible()
  await page.getByRole('button', { name: 'До списку' }).click()
  const row = page.getByRole('row', { name: /Гарбузове лате/ })
  await expect(row).toContainText('Опубліковано')
})

test('the button of a piece of news leads to a product that has a link', async ({ page, shop }) => {
  const { organization_id, owner } = shop
  const add = async (name: string, link: string | null) => {
    const path = `/api/v1/products?organization_id=${organization_id}`
    const { body } = await owner.call('POST', path, { name, price: 65, link })
    return (body as { data: { id: string } }).data.id
  }
  await signIn(page, shop)
  await add('Чай', null)
  const write = async () => {
    await page.goto(`/organizations/news/${organization_id}?post=new`)
    await page.getByRole('textbox', { name: 'Назва' }).fill('Гарбузове лате')
    await page.getByRole('textbox', { name: 'Текст' }).fill('Вже сьогодні в меню')
    await page.getByRole('textbox', { name: 'Напис на кнопці' }).fill('Подивитися')
    await page.getByRole('combobox', { name: 'Куди веде кнопка' }).selectOption('Товар')
  }
  await write()
  const note = page.getByRole('note').filter({ hasText: 'Жоден товар ще не має посилання' })
  await expect(note.getByRole('link', { name: 'До товарів' })).toHaveAttribute(
    'href',
    `/organizations/min-price/${organization_id}?tab=products`,
  )
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText('Заповніть це поле')).toBeVisible()
  const product_id = await add('Лате з гарбузом', 'https://kava.ua/latte')
  await add('Капучино', 'https://kava.ua/cappuccino')
  await page.reload()
  await write()
  await page.getByRole('button', { name: 'Зберегти' }).click()
  const product = page.getByRole('combobox', { name: 'Товар', exact: true })
  const offered = page.getByRole('listbox', { name: 'Товар' }).getByRole('option')
  await expect(page.getByText('Заповніть це поле')).toBeVisible()
  await product.click()
  await expect(offered).toHaveText(['Капучино', 'Лате з гарбузом'])
  await product.fill('гарбуз')
  await expect(offered).toHaveText(['Лате з гарбузом'])
  await offered.click()
  const preview = page.getByRole('region', { name: 'Так побачить покупець' })
  await expect(preview.getByText('Подивитися')).toHaveCount(2)
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Гарбузове лате' })).toBeVisible()
  await expect(product).toHaveValue('Лате з гарбузом')
  await owner.call('POST', '/api/v1/products/update-link', { product_id, link: null })
  await page.reload()
  await expect(page.getByText('повідомлення піде без кнопки')).toBeVisible()
})

test('an owner sees whom a mailing would reach before it goes', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`/organizations/manual-notifications/${shop.organization_id}`)
  await expect(page.getByText('Нікому ще не писали')).toBeVisible()
  await page.getByRole('button', { name: 'Нова розсилка' }).click()
  await page.getByRole('combobox', { name: 'Покупці' }).selectOption('Засинають')
  const summary = page.getByRole('region', { name: 'Підсумок' })
  await expect(summary.getByRole('status')).toHaveText('Отримають 0 з 0')
  await page.getByRole('textbox', { name: 'Назва для себе' }).fill('Засинають')
  await page.getByRole('textbox', { name: 'Текст' }).fill('{бланс}, чекаємо')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByText('Невідома змінна: {бланс}')).toBeVisible()
  await page.getByRole('textbox', { name: 'Текст' }).fill('{імʼя}, чекаємо')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Засинають' })).toBeVisible()
  await page.getByRole('button', { name: 'Надіслати', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByRole('button', { name: 'Видалити' }).click()
  const question = page.getByRole('dialog', { name: 'Видалити розсилку' })
  await question.getByRole('button', { name: 'Видалити' }).click()
  await expect(page.getByText('Розсилку видалено')).toBeVisible()
})
