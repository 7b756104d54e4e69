import { expect, test } from './browser.ts'

const articles = [
  '/local_marketing',
  '/yak-zbilshyty-prodazhi',
  '/articles/rmk_manual',
  '/articles/how_to_improve_efficiency_bas',
  '/articles/chat_bot_for_bas_sb',
  '/articles/bot_creation',
  '/articles/bas_user_manual',
]

test('every article answers with its text, without the browser doing anything', async ({
  request,
}) => {
  for (const path of articles) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    expect(html, path).toContain('"@type":"Article"')
    expect(html, path).toContain('Зміст')
    expect(html, path).toContain('href="/auth/signup"')
  }
})

test('the manual is searched, and its pictures are there', async ({ page }) => {
  await page.goto('/user_manual')
  const till = page.getByRole('heading', { level: 2, name: 'Каса' })
  await till.scrollIntoViewIfNeeded()
  const picture = page.getByRole('img', { name: /^Каса: знайдено покупця/ })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      picture.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBeGreaterThan(600)

  // Wakes when the browser is idle; until then typing does nothing.
  await expect(async () => {
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').fill('скасування чека')
    await expect(page.getByRole('status').first()).toHaveText(/Знайдено \d+/, { timeout: 500 })
  }).toPass()
  await expect(till).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Акаунт і безпека' })).toBeHidden()
  await page.getByRole('searchbox').fill('абракадабра')
  await expect(page.getByText('Нічого не знайдено. Спробуйте інше слово.')).toBeVisible()
})

test('a shop’s rules are told by its settings, and stay readable after a change', async ({
  page,
  shop,
}) => {
  const path = `/conditions_of_participation?org=${shop.organization_id}`
  await page.goto(path)
  await expect(page.getByText('Бонусами можна оплатити до 50 % суми товарів.')).toBeVisible()
  const settings = `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`
  const before = await shop.owner.call('GET', settings)
  const { version } = (before.body as { data: { version: number } }).data
  const changed = await shop.owner.call('PATCH', settings, { version, max_pay_percent: 30 })
  expect(changed.status).toBe(200)
  await page.reload()
  await expect(page.getByText('Бонусами можна оплатити до 30 % суми товарів.')).toBeVisible()
  await page.getByRole('link', { name: 'Попередня редакція' }).click()
  await expect(page.getByText('Бонусами можна оплатити до 50 % суми товарів.')).toBeVisible()
  await expect(page.getByText('Це попередня редакція')).toBeVisible()
})

test('rules of a shop that is not there are not found', async ({ page }) => {
  const answer = await page.goto('/conditions_of_participation?org=no-such-shop')
  expect(answer?.status()).toBe(404)
})
