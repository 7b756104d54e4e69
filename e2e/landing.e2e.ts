import { sitePaths } from '#contract/site.ts'
import { expect, type Page, stir, test } from './browser.ts'

const FEEDBACK = '**/api/v1/stats/feedback_message*'
const WRONG = 'Перевірте номер телефону'
const FAILED = 'Помилка, повторіть спробу'
const DONE = 'Дякуємо за звернення, ми звʼяжемося з Вами найближчим часом'

test.use({ viewport: { width: 1280, height: 800 } })

/** The panel with its code awake. */
async function openLanding(page: Page) {
  await page.goto('/')
  const panel = page.getByRole('dialog', { name: 'Замовити дзвінок' })
  await stir(page)
  await expect(page.locator('[data-island=callback][data-awake]')).toBeAttached()
  return {
    panel,
    name: panel.getByLabel('Імʼя'),
    phone: panel.getByLabel('Телефон'),
    send: panel.getByRole('button', { name: 'Передзвоніть мені' }),
    toast: (text: string) => page.locator('[role=alert], [role=status]').filter({ hasText: text }),
  }
}

test('the call-back panel masks the phone, refuses 12 characters without a request and sends 13', async ({
  page,
}) => {
  const asked: URL[] = []
  await page.route(FEEDBACK, async (route) => {
    asked.push(new URL(route.request().url()))
    await route.fulfill({ json: { data: { accepted: true } } })
  })
  const { panel, name, phone, send, toast } = await openLanding(page)
  await expect(panel).toBeVisible()
  await phone.focus()
  await expect(phone).toHaveValue('+380')
  await phone.pressSequentially(' (67) 123-45-6a7890123456', { delay: 5 })
  await expect(phone).toHaveValue('+3806712345678')
  await phone.fill('+38067123456')
  await send.click()
  await expect(toast(WRONG)).toBeVisible()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  // Longer, but of another country: the rule asks for +380.
  await phone.fill('+48123456789012')
  await send.click()
  await expect(toast(WRONG)).toBeVisible()
  expect(asked).toEqual([])

  await name.fill('Олена')
  await phone.fill('+380671234567')
  await send.click()
  await expect(toast(DONE)).toBeVisible()
  await expect(panel).toBeHidden()
  expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { name: 'Олена', phone: '+380671234567' },
  ])
  // The button of the page opens it again, empty.
  await page.getByRole('link', { name: 'Замовити дзвінок' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
})

test('a request that fails leaves the panel with its values; the real one is kept', async ({
  page,
}) => {
  const { panel, name, phone, send, toast } = await openLanding(page)
  await page.route(FEEDBACK, (route) => route.abort())
  await name.fill('Ігор')
  await phone.fill('+380501112233')
  await send.click()
  await expect(toast(FAILED)).toBeVisible()
  await expect(panel).toBeVisible()
  await expect(name).toHaveValue('Ігор')
  await expect(phone).toHaveValue('+380501112233')
  await page.unroute(FEEDBACK)
  const answer = page.waitForResponse(FEEDBACK)
  await send.click()
  expect((await answer).status()).toBe(200)
  await expect(toast(DONE)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('the toast does not lie on the button that is pressed next', async ({ page }) => {
    await page.route(FEEDBACK, (route) => route.fulfill({ json: { data: { accepted: true } } }))
    const { panel, phone, send, toast } = await openLanding(page)
    await phone.fill('+38067123456')
    await send.click()
    await expect(toast(WRONG)).toBeVisible()
    await phone.fill('+380671234567')
    await send.click()
    await expect(toast(DONE)).toBeVisible()
    await page.getByRole('button', { name: 'Замовити дзвінок' }).click()
    await expect(panel).toBeVisible()
  })
})

test('the panel follows the scroll, never nearer than 20 px, and closes', async ({ page }) => {
  const { panel } = await openLanding(page)
  const top = async () => (await panel.boundingBox())?.y ?? Number.NaN
  for (const y of [0, 400, 1500, 5000]) {
    await page.evaluate(`scrollTo({ top: ${y}, behavior: 'instant' })`)
    await expect(panel).toBeInViewport({ ratio: 1 })
    expect(await top()).toBeGreaterThanOrEqual(20)
  }
  await panel.getByRole('textbox').first().focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Замовити дзвінок' }).click()
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Закрити' }).click()
  await expect(panel).toBeHidden()
})

test('who only reads loads no library; a press that comes first is not lost', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(scripts).toHaveLength(1)
  // Pressed by a finger: nothing moves before it.
  await page.getByRole('link', { name: 'Замовити дзвінок' }).dispatchEvent('click')
  const panel = page.getByRole('dialog', { name: 'Замовити дзвінок' })
  await expect(panel.getByLabel('Імʼя')).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
  // A film is asked for by a click only, and its captions come with it. Pressed before its island
  // is awake, it plays in its place all the same and does not lead away from the page.
  await page.getByRole('link', { name: 'Дивитися: Робота касира' }).dispatchEvent('click')
  const film = page.getByLabel('Робота касира')
  await expect(film).toBeFocused()
  await expect
    .poll(() => film.evaluate((one) => (one as unknown as { videoWidth: number }).videoWidth))
    .toBe(1280)
  await expect(film.locator('track[default]')).toHaveAttribute('src', '/videos/till.uk.vtt')
})

test('the chat-bot section asks for its code only when a tenth of it is seen', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const ofBot = () => asked.filter((url) => /\/chat-bot-[^/]*\.js$/.test(url))
  await openLanding(page)
  const box = page.locator('[data-island=chat_bot]')
  /** Scrolls so that this share of the box is above the lower edge of the screen. */
  const show = (part: number) =>
    page.evaluate(`{
      const box = document.querySelector('[data-island=chat_bot]').getBoundingClientRect()
      const top = scrollY + box.top - innerHeight + box.height * ${part}
      scrollTo({ top, behavior: 'instant' })
    }`)
  await show(0.07)
  await page.waitForLoadState('networkidle')
  expect(ofBot()).toEqual([])
  const height = async () => (await box.boundingBox())?.height ?? 0
  const before = await height()
  await show(0.15)
  await expect.poll(ofBot).toHaveLength(1)
  await page.getByRole('radio', { name: 'Запроси друга' }).check({ force: true })
  await expect(page.getByText('обом по 50 бонусів')).toBeVisible()
  // The box kept its place: what is below it has not moved.
  expect(await height()).toBe(before)
})

test('the bar is solid after 30 px; links scroll 800 ms to 50 px above and move the focus', async ({
  page,
}) => {
  await openLanding(page)
  const bar = page.locator('header').first()
  await expect(bar).not.toHaveAttribute('data-solid')
  await page.evaluate('scrollTo({ top: 30, behavior: "instant" })')
  await expect(bar).not.toHaveAttribute('data-solid')
  await page.evaluate('scrollTo({ top: 31, behavior: "instant" })')
  await expect(bar).toHaveAttribute('data-solid', 'true')
  await bar.getByRole('link', { name: 'Ціни' }).click()
  await expect(page).toHaveURL(/#price$/)
  await expect(page.getByRole('heading', { name: 'Ціни' })).toBeFocused()
  const top = () => page.locator('#price').evaluate((place) => place.getBoundingClientRect().top)
  await expect.poll(async () => Math.round(await top())).toBe(50)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await bar.getByRole('link', { name: 'Чат-бот' }).click()
  expect(
    await page
      .locator('#bussiness-chat-bot')
      .evaluate((place) => Math.round(place.getBoundingClientRect().top)),
  ).toBe(50)
})

test('every section and every anchor is there, in the order of the seed', async ({ page }) => {
  await openLanding(page)
  const order = await page.locator('main h1, main h2').allTextContents()
  expect(order.filter((title) => title !== 'Замовити дзвінок')).toEqual([
    'Покупці повертаються, бо кешбек — у їхньому месенджері',
    'Чому це працює',
    'Три частини однієї системи',
    'Кабінет, у якому все зрозуміло',
    'Говоріть з тими, кому це цікаво',
    'Чат-бот замість пластикової картки',
    'Спробуйте просто зараз',
    'Каса вже є? Каси ще немає?',
    'Для кого',
    'Відеогід',
    'Ціни',
    'Корисне',
    'Поширені запитання',
  ])
  for (const id of ['hero', 'bussiness-chat-bot', 'video_guide', 'price', 'contacts']) {
    await expect(page.locator(`[id="${id}"]`)).toHaveCount(1)
  }
  await expect(page.locator('details summary')).toHaveCount(9)
  // The prices are those of the tariffs.
  const answer = await page.request.get('/api/v1/organizations/tariffs')
  const { data } = (await answer.json()) as { data: { items: { price: number; period: string }[] } }
  for (const { price, period } of data.items) {
    const cell = page.locator('table td').filter({ hasText: new RegExp(`\\b${group(price)}\\s₴`) })
    await expect(cell.first(), period).toBeAttached()
  }
  const facts = await page.locator('script[type="application/ld+json"]').textContent()
  expect(facts).toContain('"FAQPage"')
})

/** 2 900 as the page writes it. */
const group = (price: number) => new Intl.NumberFormat('uk-UA').format(price)

test('the document comes in its language and theme; nothing flashes, nothing moves', async ({
  page,
}) => {
  await page.addInitScript(`
    localStorage.setItem('theme', 'dark')
    window.seen = []
    window.shift = 0
    const look = () => {
      if (!document.body) return
      const root = document.documentElement
      const now = root.dataset.theme + ' ' + root.lang
      if (window.seen.at(-1) !== now) window.seen.push(now)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  await page.goto('/?lang=ru-RU')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Покупатели возвращаются')
  // The next page is in the chosen language by the cookie, from the first byte.
  const next = await page.request.get('/profit')
  expect(await next.text()).toMatch(/<html lang="ru"[\s\S]*Калькулятор: скидка или кешбэк/)
  await page.goto('/')
  await stir(page)
  await expect(page.locator('[data-island=callback][data-awake]')).toBeAttached()
  await page.mouse.wheel(0, 6000)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('window.seen')).toEqual(['dark ru'])
  expect(await page.evaluate<number>('window.shift')).toBeLessThanOrEqual(0.02)
})

test('every public address answers with a document of its own, in three languages', async ({
  request,
}) => {
  for (const path of sitePaths) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 200])
    const html = await answer.text()
    expect(html, path).toMatch(/<html lang="uk"[\s\S]*<h1[^>]*>[^<]+<\/h1>/)
    // A key of a text that nobody said; in code it is somebody's field.
    expect(html.replaceAll(/<code>.*?<\/code>/gs, ''), path).not.toMatch(/>[a-z]+\.[a-z_.]+</)
  }
  const map = await (await request.get('/sitemap.xml')).text()
  expect(map).toContain('/profit?lang=ru-RU')
  expect(map).toContain('hreflang="uk"')
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml')
  const missing = await request.get('/articles/no-such-article')
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('Такої сторінки немає')
  for (const path of ['/no-such-page', '/organizations/main', '/wp-login.php']) {
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
  }
  for (const path of ['/auth/login', '/land', '/pos_interface', '/tg/card', '/organizations/']) {
    expect([path, (await request.get(path)).status()]).toEqual([path, 200])
  }
})

test('every page in every language it is written in has its picture for messengers', async ({
  request,
}) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const places = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = '']) => place)
  const pictures = new Set<string>()
  for (const place of places) {
    const { pathname, search } = new URL(place.replaceAll('&amp;', '&'))
    const html = await (await request.get(pathname + search)).text()
    pictures.add(new URL(/og:image" content="([^"]+)"/.exec(html)?.[1] ?? place).pathname)
  }
  for (const picture of pictures) {
    const answer = await request.get(picture)
    expect([picture, answer.headers()['content-type']]).toEqual([picture, 'image/png'])
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the pages say the same, the calculator answers, menus are not needed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Надішліть другові посилання')).toBeVisible()
    await page.getByText('За скільки запустимося?').click()
    await expect(page.getByText('Перший бонус — за 5 хвилин')).toBeVisible()
    await page.getByText('Щороку').click()
    await expect(page.getByText('за точку на рік').first()).toBeVisible()
    await page.goto('/profit')
    await page.getByLabel('Націнка, %').fill('30')
    await page.getByRole('button', { name: 'Порахувати' }).click()
    await expect(page.getByText('+76,5 %')).toBeVisible()
    await page.getByRole('link', { name: 'Русский' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('скидка или кешбэк')
  })
})

test('the calculator answers at once, keeps its state in the address and hands the cashback on', async ({
  page,
}) => {
  await page.goto('/profit')
  await stir(page)
  await expect(page.locator('[data-island=profit][data-awake]')).toBeAttached()
  await expect(page.getByText('зі знижкою треба продати на 53,8 % більше')).toBeVisible()
  await page.getByLabel('Націнка, %').fill('60')
  await page.getByLabel('Максимальна знижка / кешбек, %').fill('7,5')
  await expect(page).toHaveURL(/\?markup=60&max=7%2C5$/)
  await expect(page.getByRole('columnheader', { name: 'Кешбек 7,5 %' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Націнка, %')).toHaveValue('60')
  await expect(page.getByRole('columnheader', { name: 'Знижка 7,5 %' })).toBeVisible()
  await page.getByLabel('Собівартість, ₴').fill('0')
  await expect(page.getByText('Більше за нуль')).toBeVisible()
  await page.getByLabel('Собівартість, ₴').fill('100')
  await page.getByLabel('Знижка, %', { exact: true }).fill('60')
  await expect(
    page.getByText('За такої знижки кожен продаж збитковий. Межа — 37,5 %.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Налаштувати такий кешбек' }).click()
  await expect(page).toHaveURL(/\/auth\/signup\?cashback=7\.5$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate("sessionStorage.getItem('wished_cashback')")).toBe('7.5')
})
