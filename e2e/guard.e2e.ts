import { expect, type Page, signIn, test } from './browser.ts'
import { addBuyer, receiptsOf } from './selling.ts'
import { openTill, tillOf } from './till-page.ts'

const REFRESH = '**/api/v1/user/refresh'
const SIGN_IN_FIRST = 'Пожалуйста, войдите в систему'

type Owner = { email: string; password: string }

async function fillLogin(page: Page, { email, password }: Owner) {
  await page.getByRole('textbox', { name: 'Електронна пошта' }).fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
}

const storedUser = async (page: Page): Promise<Record<string, unknown> | null> =>
  JSON.parse(await page.evaluate<string>("localStorage.getItem('user') ?? 'null'"))

/** Takes the short-lived proof away and leaves the refresh token, as fifteen minutes do. */
const loseAccess = (page: Page) => page.context().clearCookies({ name: /(^|-)at$/ })

/** Counts the refreshes of all pages of the browser. */
function countRefreshes(page: Page) {
  const statuses: number[] = []
  page.context().on('response', (response) => {
    if (response.url().endsWith('/user/refresh')) statuses.push(response.status())
  })
  return statuses
}

test('a stranger at a protected page is asked to sign in and led back', async ({ page, shop }) => {
  const wanted = `/organizations/buyers/list/${shop.organization_id}?status=active`
  await page.goto(wanted)
  await expect(page.getByRole('alert').filter({ hasText: SIGN_IN_FIRST })).toBeVisible()
  await expect(page).toHaveURL(`/auth/login?redirect=${encodeURIComponent(wanted)}`)
  await fillLogin(page, shop)
  await expect(page.getByRole('heading', { level: 1, name: 'Покупці' })).toBeVisible()
  await expect(page).toHaveURL(wanted)
})

test('the account asks a stranger to sign in with the address of the seed', async ({ page }) => {
  await page.goto('/account')
  await expect(page).toHaveURL('/auth/login?redirect=%2Faccount')
  await expect(page.getByText(SIGN_IN_FIRST)).toBeVisible()
})

test('the way back never leaves the site', async ({ page, shop, baseURL }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  const landed = async (evil: string) => {
    await expect(page, evil).toHaveURL('/land')
    expect(new URL(page.url()).origin).toBe(baseURL)
  }
  const address = (evil: string) => `/auth/login?redirect=${encodeURIComponent(evil)}`
  await page.goto(address('https://evil.example/'))
  await fillLogin(page, shop)
  await landed('https://evil.example/')
  // Somebody signed in is sent on by the same rule.
  for (const evil of [
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    await page.goto(address(evil))
    await landed(evil)
  }
  expect(asked.filter((origin) => origin.includes('evil'))).toEqual([])
})

test('the browser remembers four fields of the user and no token', async ({ page, shop }) => {
  await page.goto('/auth/login')
  await fillLogin(page, shop)
  await expect(page).toHaveURL('/land')
  const user = await storedUser(page)
  expect(Object.keys(user ?? {}).toSorted()).toEqual(['email', 'first_name', 'id', 'last_name'])
  expect(user).toMatchObject({ email: shop.email, first_name: 'Олена' })
  const tokens = (await page.context().cookies()).filter(({ name }) => /(^|-)(at|rt)$/.test(name))
  expect(tokens).toHaveLength(2)
  expect(tokens.every((cookie) => cookie.httpOnly)).toBe(true)
})

test('an expired proof is refreshed once for all calls of a page', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`/organizations/main/${shop.organization_id}`)
  await expect(page.getByText('Ще немає чеків').first()).toBeVisible()
  await loseAccess(page)
  const refreshes = countRefreshes(page)
  const answers: number[] = []
  page.on('response', (response) => {
    if (/settings\/(general|bonuses)\?/.test(response.url())) answers.push(response.status())
  })
  // This page asks for two groups of settings at once.
  await page.getByRole('link', { name: 'Бонуси', exact: true }).click()
  await expect.poll(() => answers.toSorted((a, b) => a - b)).toEqual([200, 200, 401, 401])
  expect(refreshes).toEqual([200])
})

test('two tabs share one refresh', async ({ page, shop }) => {
  await signIn(page, shop)
  const second = await page.context().newPage()
  await second.goto('/favicon.svg')
  await loseAccess(page)
  const refreshes = countRefreshes(page)
  await Promise.all([
    page.goto(`/organizations/buyers/list/${shop.organization_id}`),
    second.goto(`/organizations/reports/receipts/${shop.organization_id}`),
  ])
  await expect(page.getByText('Покупці зʼявляться після першого чека')).toBeVisible()
  await expect(second.getByText('За цей період чеків немає')).toBeVisible()
  expect(refreshes).toEqual([200])
  // Nobody was signed out by a token that looked stolen.
  await page.reload()
  await expect(page.getByText('Покупці зʼявляться після першого чека')).toBeVisible()
})

test('a refused refresh ends at the sign-in with the way back', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.context().clearCookies()
  const refreshes = countRefreshes(page)
  await page.goto(`/organizations/pos/${shop.organization_id}`)
  await expect(page.getByText('Сесію завершено. Увійдіть ще раз')).toBeVisible()
  const address = new URL(page.url())
  expect(address.pathname).toBe('/auth/login')
  expect(address.searchParams.get('message')).toBe('auth')
  expect(address.searchParams.get('redirect')).toBe(`/organizations/pos/${shop.organization_id}`)
  expect(await storedUser(page)).toBeNull()
  expect(refreshes).toHaveLength(1)
  expect(refreshes[0]).toBeGreaterThanOrEqual(400)
  expect(refreshes[0]).toBeLessThan(500)
  await fillLogin(page, shop)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Точки продажу й касири' }),
  ).toBeVisible()
})

test('a server in trouble signs nobody out', async ({ page, shop }) => {
  await signIn(page, shop)
  await loseAccess(page)
  await page.route(REFRESH, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`/organizations/pos/${shop.organization_id}`)
  // Told after two reads, one after another, that are each tried three times within three seconds.
  const told = page.getByText('Не вдалося завантажити').first()
  await expect(told).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(`/organizations/pos/${shop.organization_id}`)
  expect(await storedUser(page)).not.toBeNull()
  await page.unroute(REFRESH)
  await page.getByRole('button', { name: 'Повторити' }).first().click()
  await expect(page.getByText('Точка 1').first()).toBeVisible()
})

test('signing out forgets the user and goes to the front page', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto('/organizations')
  await page.getByRole('button', { name: 'Меню користувача Олена' }).click()
  await page.getByRole('menuitem', { name: 'Вийти' }).click()
  await expect(page).toHaveURL('/')
  expect(await storedUser(page)).toBeNull()
  await page.goto('/organizations')
  await expect(page).toHaveURL('/auth/login?redirect=%2Forganizations')
  const cookies = await page.context().cookies()
  expect(cookies.filter((cookie) => /(^|-)(at|rt)$/.test(cookie.name))).toEqual([])
})

test('the till asks for the PIN when its token ends and keeps the sale', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Роман')
  const till = await openTill(page, shop)
  await till.buyer.fill(buyer.phone)
  await expect(till.amount).toBeFocused()
  await till.amount.fill('200')
  await expect(till.receipt).toContainText('суми від сервера')
  await endTillSession(page)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Введіть PIN, щоб продовжити' }),
  ).toBeVisible()
  await expect(till.pin).toBeFocused()
  expect(await receiptsOf(shop)).toHaveLength(0)
  await till.pin.fill(shop.cashier.pin)
  await expect(till.buyer_block).toContainText('Роман')
  await expect(tillOf(page).amount).toHaveValue('200')
  await page.keyboard.press('Enter')
  await expect(till.done).toBeVisible()
  expect(await receiptsOf(shop)).toHaveLength(1)
})

/** Ends the token on the server, as its fourteen hours would. */
async function endTillSession(page: Page) {
  const session = await page.evaluate<string>("localStorage.getItem('till_session')")
  const { token } = JSON.parse(session) as { token: string }
  const answer = await page.request.post('/pos-api/v1/manager-logout', {
    headers: { authorization: `Bearer ${token}` },
    data: {},
  })
  expect(answer.ok()).toBe(true)
}

test('no page may load, run or be framed by what is not ours', async ({ page }) => {
  for (const path of ['/', '/auth/login', '/organizations', '/pos_interface', '/tg/card']) {
    const headers = (await page.request.get(path)).headers()
    const rules = new Map(
      (headers['content-security-policy'] ?? '').split('; ').map((rule) => {
        const [name = '', ...values] = rule.split(' ')
        return [name, values.join(' ')]
      }),
    )
    const till = path === '/pos_interface'
    const script = new RegExp(`^'self' 'sha256-[^']+'${till ? " 'wasm-unsafe-eval'" : ''}$`)
    expect(rules.get('script-src'), path).toMatch(script)
    expect([path, rules.get('default-src'), rules.get('connect-src')]).toEqual([
      ...[path, "'none'", "'self'"],
    ])
    expect([path, rules.get('base-uri'), rules.get('form-action')]).toEqual([
      ...[path, "'none'", "'self'"],
    ])
    const framed_by = path === '/tg/card' ? 'https://web.telegram.org' : "'none'"
    expect([path, rules.get('frame-ancestors')]).toEqual([path, framed_by])
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  }
})
