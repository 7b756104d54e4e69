import { readFile } from 'node:fs/promises'
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { appCode } from '#server/testing/second-factor.ts'
import { expect, type Page, signIn, stir, test } from './browser.ts'
import { confirmEmail, onDatabase } from './owner.ts'

/** Waits in the development inbox for the letter to this address, opens it and follows its link. */
async function followLetter(page: Page, to: string, subject: string, link: RegExp) {
  const letter = page
    .getByRole('listitem')
    .filter({ hasText: to })
    .getByRole('link', { name: subject })
    .first()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass()
  await letter.click()
  await page.getByRole('link', { name: link }).first().click()
}

test('a forgotten password is replaced by the letter and signs in', async ({ page, shop }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Забули пароль?' }).click()
  // Both pages have a field of this name.
  await expect(page.getByRole('heading', { level: 1, name: 'Відновлення пароля' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Електронна пошта' }).fill(shop.email)
  await page.getByRole('button', { name: 'Надіслати лист' }).click()
  await expect(page.getByText('Якщо акаунт існує, лист уже в дорозі')).toBeVisible()
  await followLetter(page, shop.email, 'Новий пароль', /\/auth\/reset-password\//)
  const address = page.url()
  await page.getByLabel('Новий пароль').fill('нова кава щоранку о восьмій')
  await page.getByRole('button', { name: 'Зберегти й увійти' }).click()
  await expect(page).toHaveURL('/land')
  await expect(page.getByText('Пароль змінено')).toBeVisible()
  // The letter works once.
  await page.goto(address)
  await page.getByLabel('Новий пароль').fill('ще одна кава о девʼятій')
  await page.getByRole('button', { name: 'Зберегти й увійти' }).click()
  await expect(page.getByText('Посилання вже не діє.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Надіслати нове' })).toBeVisible()
})

test('an address nobody has gets the same answer', async ({ page }) => {
  await page.goto('/auth/forgot')
  await page.getByRole('textbox', { name: 'Електронна пошта' }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Надіслати лист' }).click()
  await expect(page.getByText('Якщо акаунт існує, лист уже в дорозі')).toBeVisible()
})

test('the link of the welcome letter confirms the address', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto('/organizations')
  const banner = page.getByText('Підтвердьте пошту')
  await expect(banner).toBeVisible()
  await followLetter(page, shop.email, 'Підтвердьте пошту', /\/auth\/confirm-email\//)
  await expect(page.getByText('Пошту підтверджено')).toBeVisible()
  await page.goto('/organizations')
  await expect(page.getByRole('heading', { level: 1, name: 'Організації' })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

/**
 * Notes the colour scheme as soon as there is a body to paint, and every change after it. A page
 * that knows it only when its scripts have come would note null first.
 */
const noteSchemes = `
  const seen = (window.seenSchemes = [])
  const look = () => {
    if (!document.body) return
    const now = document.documentElement.getAttribute('data-mantine-color-scheme')
    if (seen.at(-1) !== now || seen.length === 0) seen.push(now)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
`

for (const path of ['/', '/auth/login', '/organizations', '/pos_interface']) {
  test(`a chosen theme is there before the first paint of ${path}`, async ({ page, shop }) => {
    if (path === '/organizations') await signIn(page, shop)
    await page.goto(path)
    await chooseDark(page, path)
    await page.addInitScript(noteSchemes)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate('window.seenSchemes')).toEqual(['dark'])
    expect(await page.evaluate("localStorage.getItem('theme')")).toBe('dark')
  })
}

async function chooseDark(page: Page, path: string) {
  if (path === '/') {
    await stir(page)
    await expect(page.locator('[data-island=top_bar][data-awake]')).toBeAttached()
    await page.getByRole('radio', { name: 'Темна' }).check({ force: true })
    await expect(page.getByRole('radio', { name: 'Темна' })).toBeChecked()
    return
  }
  if (path === '/pos_interface') {
    // One button: light, dark, auto; it begins with auto.
    await page.getByRole('button', { name: 'Тема: Авто' }).click()
    await page.getByRole('button', { name: 'Тема: Світла' }).click()
    await expect(page.getByRole('button', { name: 'Тема: Темна' })).toBeVisible()
    return
  }
  await page.getByRole('button', { name: 'Тема: Авто' }).click()
  await page.getByRole('menuitem', { name: 'Темна' }).click()
  await expect(page.getByRole('button', { name: 'Тема: Темна' })).toBeVisible()
}

const languages = [
  'Українська',
  'Русский',
  'English',
  'Français',
  'Español',
  'Deutsch',
  'Español (México)',
  '中文',
]

test('the language panel has eight languages and remembers the choice', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Мова: Українська' }).click()
  const panel = page.getByRole('dialog', { name: 'Оберіть мову' })
  await expect(panel.getByRole('radio')).toHaveCount(languages.length)
  for (const name of languages) {
    await expect(panel.getByRole('radio', { name, exact: true })).toBeVisible()
  }
  // A click, not a check: the choice closes the panel at once.
  await panel.getByRole('radio', { name: 'English' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: /English/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /English/ })).toBeVisible()
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  expect(await page.evaluate("localStorage.getItem('language')")).toBe('en')
  // The address wins over the choice, for this visit.
  await page.goto('/auth/login?lang=ru-RU')
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
})

test('a toast stays eight seconds and goes', async ({ page }) => {
  await page.clock.install()
  await page.goto('/account')
  const toast = page.getByText('Пожалуйста, войдите в систему')
  await expect(toast).toBeVisible()
  await page.clock.fastForward(6_000)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(toast).toBeHidden()
})

test('changing the password keeps this session and ends the others', async ({
  page,
  shop,
  browser,
}) => {
  const elsewhere = await browser.newContext({ baseURL: shop.base, serviceWorkers: 'block' })
  const other = await elsewhere.newPage()
  await Promise.all([signIn(page, shop), signIn(other, shop)])
  await page.goto('/account/security')
  await changePassword(page, shop)
  await other.goto('/account/security')
  await expect(other).toHaveURL(/\/auth\/login\?message=auth/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Безпека' })).toBeVisible()
  await elsewhere.close()
})

async function changePassword(page: Page, shop: RemoteShop) {
  await page.getByLabel('Поточний пароль').fill(shop.password)
  await page.getByLabel('Новий пароль').fill('зовсім інша довга фраза')
  await page.getByRole('button', { name: 'Змінити пароль' }).click()
  await expect(page.getByText('Пароль змінено')).toBeVisible()
}

/** The half minute after this one: its code is taken already, and this one's may be used up. */
const nextCode = (key: string) => appCode(key, new Date(Date.now() + 30_000))

test('a code of an app is asked for at sign-in, a recovery code does too, and it is turned off', async ({
  page,
  shop,
  browser,
}) => {
  await confirmEmail(shop.email)
  await signIn(page, shop)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Увімкнути' }).click()
  const setUp = page.getByRole('dialog', { name: 'Вхід із кодом' })
  await expect(setUp.getByRole('img', { name: 'QR-код для застосунку' })).toBeVisible()
  const key = ((await setUp.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await setUp.getByLabel('Шість цифр, які показує застосунок').fill(appCode(key, new Date()))
  await setUp.getByRole('button', { name: 'Увімкнути' }).click()
  const kept = page.getByRole('dialog', { name: 'Збережіть коди відновлення' })
  const downloading = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Завантажити файл' }).click()
  const codes = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n')
  expect(codes).toEqual(await kept.getByRole('listitem').allTextContents())
  expect(codes).toHaveLength(10)
  await kept.getByRole('button', { name: 'Коди збережено' }).click()
  await expect(page.getByText('Кодів відновлення залишилося: 10.')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: shop.base, serviceWorkers: 'block' })
  const other = await elsewhere.newPage()
  await other.goto('/auth/login')
  await other.getByRole('textbox', { name: 'Електронна пошта' }).fill(shop.email)
  await other.getByLabel('Пароль', { exact: true }).fill(shop.password)
  await other.getByRole('button', { name: 'Увійти', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Ще один крок' })).toBeVisible()
  const field = other.getByLabel('Код', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('000000')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Код не підходить.')).toBeVisible()
  await field.fill(nextCode(key))
  await other.keyboard.press('Enter')
  await expect(other).toHaveURL('/land')
  await elsewhere.close()

  // Later than five minutes a dangerous act asks for both again.
  await onDatabase(
    `update session set verified_at = now() - interval '10 minutes'
      where user_id = (select id from user_account where email = $1)`,
    [shop.email],
  )
  await page.getByRole('button', { name: 'Вимкнути' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вимкнути' }).click()
  const proof = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' })
  await proof.getByLabel('Пароль', { exact: true }).fill(shop.password)
  await proof.getByLabel('Код із застосунку').fill(codes[0] ?? '')
  await proof.getByRole('button', { name: 'Підтвердити' }).click()
  await expect(page.getByText('Вхід із кодом вимкнено').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Увімкнути' })).toBeVisible()
})
