/** Every page that exists, with the way to it; what holds for all pages is tested over this list. */
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, type Page, signIn } from './browser.ts'
import { addBuyer, change, sell } from './selling.ts'
import { openTill } from './till-page.ts'

export type Route = {
  name: string
  open(page: Page, shop: RemoteShop): Promise<void>
  /** The till has no navigation to skip: its focus begins in the field. */
  till?: true
  /** Without a navigation too, and its colours follow the system by the style sheet alone. */
  small?: true
}

const open = (name: string, path: string): Route => ({
  name,
  open: (page) => go(page, path),
})

const openSignedIn = (name: string, path: (id: string) => string): Route => ({
  name,
  async open(page, shop) {
    await signIn(page, shop)
    await go(page, path(shop.organization_id))
  },
})

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settle(page)
}

/** The heading is there and nothing is loading any more. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Завантаження…')).toHaveCount(0)
}

/** A promotion's page is reached by its name: its address holds an id. */
function promotionRoute(name: string, promotion: string): Route {
  return {
    name,
    async open(page, shop) {
      await signIn(page, shop)
      await page.goto(`/organizations/promotions/${shop.organization_id}`)
      await page.getByRole('link', { name: promotion }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: promotion })).toBeVisible()
      await page.reload()
      await settle(page)
    },
  }
}

const publicRoutes: Route[] = [
  open('landing', '/'),
  open('profit', '/profit'),
  open('profit with a loss', '/profit?discount=40&max=15'),
  open('article', '/articles/bot_creation'),
  open('no such article', '/articles/no-such-article'),
  open('license agreement', '/license_agreement'),
  open('conditions of participation', '/conditions_of_participation'),
  open('login', '/auth/login'),
  open('login after a session', '/auth/login?message=auth'),
  open('signup', '/auth/signup'),
  open('forgot', '/auth/forgot'),
  open('reset password', '/auth/reset-password/not-a-real-token'),
  open('return from a payment', '/payments/return/01a1fd1e-8c00-7000-8000-000000000000'),
  open('confirm e-mail', '/auth/confirm-email/not-a-real-token'),
  open('manual', '/user_manual'),
  open('guides of the POS API', '/developers'),
  open('article with a table', '/yak-zbilshyty-prodazhi'),
  open('article with code', '/articles/bas_user_manual'),
  { ...open('card in Telegram', '/tg/card'), small: true },
  { ...open('printed link', '/b/abcdefgh23'), small: true },
]

const ownerRoutes = [
  openSignedIn('wizard', () => '/land'),
  openSignedIn('organizations', () => '/organizations'),
  openSignedIn('account', () => '/account'),
  openSignedIn('security', () => '/account/security'),
  openSignedIn('cities', () => '/cities'),
  openSignedIn('administration, closed', () => '/admin'),
  openSignedIn('not found', () => '/no-such-page'),
]

const shopRoutes = [
  {
    name: 'conditions of a shop',
    open: (page: Page, shop: RemoteShop) =>
      go(page, `/conditions_of_participation?org=${shop.organization_id}`),
  },
  openSignedIn('overview', (id) => `/organizations/main/${id}`),
  openSignedIn('profile', (id) => `/organizations/main/${id}?tab=profile`),
  openSignedIn('settings general', (id) => `/organizations/settings/${id}`),
  openSignedIn('settings bonuses', (id) => `/organizations/settings/${id}?tab=bonuses`),
  openSignedIn('settings notifications', (id) => `/organizations/settings/${id}?tab=notifications`),
  openSignedIn('welcome bonuses', (id) => `/organizations/welcome-bonuses/${id}`),
  openSignedIn('discount', (id) => `/organizations/discount/${id}`),
  openSignedIn('minimum prices', (id) => `/organizations/min-price/${id}`),
  openSignedIn('licenses', (id) => `/organizations/licenses/${id}`),
  openSignedIn('tariffs', (id) => `/organizations/licenses/${id}/tariff`),
  openSignedIn('points', (id) => `/organizations/pos/${id}`),
  openSignedIn('buyers', (id) => `/organizations/buyers/list/${id}`),
  openSignedIn('inbox', (id) => `/organizations/buyers/inbox/${id}`),
  openSignedIn('automatic notifications', (id) => `/organizations/auto-notifications/${id}`),
  openSignedIn('bots', (id) => `/organizations/bots/${id}`),
  openSignedIn('card design', (id) => `/organizations/buyers/client_card/${id}`),
  openSignedIn('receipts', (id) => `/organizations/reports/receipts/${id}`),
  openSignedIn('transactions', (id) => `/organizations/reports/transactions/${id}`),
  openSignedIn('report settings', () => '/organizations/reports/receipts/transactionesoptions'),
  openSignedIn('unusual', (id) => `/organizations/audit/${id}?tab=anomalies`),
  openSignedIn('moving', (id) => `/organizations/moving/${id}`),
  openSignedIn('webhooks', (id) => `/organizations/webhooks/${id}`),
  openSignedIn('log of acts', (id) => `/organizations/audit/${id}`),
  openSignedIn('period', (id) => `/organizations/transaction-reports/${id}`),
  openSignedIn('kinds of movements', (id) => `/organizations/transaction-reports/${id}?tab=kinds`),
  openSignedIn('accounts', (id) => `/organizations/transaction-reports/${id}?tab=accounts`),
  openSignedIn('promotions', (id) => `/organizations/promotions/${id}`),
  openSignedIn('new promotion', (id) => `/organizations/promotions/${id}/new`),
  openSignedIn('new discount', (id) => `/organizations/promotions/${id}/new?kind=products`),
  openSignedIn('new stamp card', (id) => `/organizations/promotions/${id}/new?kind=stamp`),
  promotionRoute('running promotion', 'Щаслива пʼятниця'),
  promotionRoute('finished promotion', 'Минула кава'),
  openSignedIn('news', (id) => `/organizations/news/${id}`),
  openSignedIn('new piece of news', (id) => `/organizations/news/${id}?post=new`),
  openSignedIn('mailings', (id) => `/organizations/manual-notifications/${id}`),
  openSignedIn('new mailing', (id) => `/organizations/manual-notifications/${id}?post=new`),
  {
    name: 'buyer',
    async open(page: Page, shop: RemoteShop) {
      await signIn(page, shop)
      await page.goto(`/organizations/buyers/list/${shop.organization_id}`)
      await page.getByText(BUYER).first().click()
      await expect(page.getByRole('heading', { level: 1, name: BUYER })).toBeVisible()
      // Opened by its address, like the others: the way here has moved the focus already.
      await page.reload()
      await settle(page)
    },
  },
]

/** Opens a screen of the till by its key. */
const tillRoute = (name: string, key?: string): Route => ({
  name,
  till: true,
  async open(page, shop) {
    await openTill(page, shop)
    if (key) await page.keyboard.press(key)
    await settle(page)
  },
})

const tillRoutes: Route[] = [
  { ...open('till login', '/pos_interface'), till: true },
  tillRoute('till sale'),
  tillRoute('till receipts', 'F8'),
  tillRoute('till shift', 'F9'),
]

export const routes: Route[] = [...publicRoutes, ...ownerRoutes, ...shopRoutes, ...tillRoutes]

const BUYER = 'Соломія'

/** One at work that another meets, one that is over. */
async function addPromotions(shop: RemoteShop): Promise<string> {
  const add = async (type: 2 | 3, body: object) => {
    const path = `/api/v1/promotions?organization_id=${shop.organization_id}&type=${type}`
    const answer = await shop.owner.call('POST', path, { status: 'running', ...body })
    expect(answer.status).toBe(201)
    return (answer.body as { data: { id: string; version: number } }).data
  }
  const effect = { kind: 'multiplier', times: 2 }
  const night = { time_from: '22:00', time_to: '02:00' }
  const running = await add(3, {
    name: 'Щаслива пʼятниця',
    effect,
    weekdays: [5],
    ...night,
    budget: 500,
  })
  await add(3, { name: 'Вихідні ×2', effect, weekdays: [5, 6, 7] })
  const gift = { kind: 'bonuses', amount: 50 }
  const stamp = { kind: 'stamp', count: 'receipts', goal: 6, within_days: 60, gift, gift_days: 30 }
  const over = await add(2, {
    name: 'Минула кава',
    effect: { ...stamp, once_per_day: true, repeat: true },
  })
  const ended = { version: over.version, status: 'finished' }
  const { status } = await shop.owner.call('PATCH', `/api/v1/promotions/${over.id}`, ended)
  expect(status).toBe(200)
  return running.id
}

/** Gives a shop what its pages have to show: buyers, receipts of two kinds, a level. */
export async function fillShop(shop: RemoteShop): Promise<{ promo_id: string }> {
  await change(shop, 'general', { spend_confirmation: 'none' })
  const products = `/api/v1/products?organization_id=${shop.organization_id}`
  const min_prices = [{ kind: 'percent_of_price', value: 60 }]
  await shop.owner.call('POST', products, { name: 'Лате', sku: 'K-01', price: 75, min_prices })
  await shop.owner.call('POST', products, { name: 'Вода', category: 'Напої', exclude_spend: true })
  const promo_id = await addPromotions(shop)
  const first = await addBuyer(shop, BUYER, 180)
  const second = await addBuyer(shop, 'Володимир-Святослав')
  await sell(shop, first.phone, 570, 90)
  await sell(shop, second.phone, 1_240.5)
  const cancelled = await sell(shop, second.phone, 99)
  await shop.owner.call(
    'POST',
    `/api/v1/receipts/${cancelled}/cancel?organization_id=${shop.organization_id}`,
    { reason: 'Повернення товару' },
  )
  return { promo_id }
}
