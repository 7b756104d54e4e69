/**
 * All that strangers can write, opened in a real browser: wherever it is shown it is text and nothing
 * else. Every address of the cabinet is opened, or is named with the reason why not.
 */
import { listFeedback } from '#contract/feedback.ts'
import { cabinetPaths } from '#contract/cabinet-paths.ts'
import { openMemberCard } from '#contract/card.ts'
import { defaultCard } from '#server/features/bots/rules.ts'
import type { Endpoint, WireAnswer } from '#contract/endpoint.ts'
import { listInbox, listRatings, listThread } from '#contract/messages.ts'
import { listAllOrganizations } from '#contract/organizations.ts'
import { setLetter } from '#server/io/mail/letter.ts'
import { fillHostileShop, type HostileShop } from '#server/testing/hostile-shop.ts'
import { TARIFF } from '#server/testing/paying.ts'
import { hostileTexts, markup } from '#server/testing/hostile-texts.ts'
import {
  callPos,
  openRemoteShop,
  openVisitor,
  type RemoteShop,
} from '#server/testing/remote-shop.ts'
import { expect, type Page, signIn, test } from './browser.ts'
import { openEye } from './eye.ts'
import { confirmEmail } from './owner.ts'
import { ask, newPhone } from './selling.ts'
import { openTill } from './till-page.ts'

// One shop for all of it: filling it takes longer than looking at a page. No trace: it costs as much.
test.describe.configure({ mode: 'serial' })
test.use({ trace: 'off' })

let shop: RemoteShop
let filled: HostileShop
let invoice_id: string
test.beforeAll(async () => {
  shop = await openRemoteShop(process.env['VERTA_BASE'] ?? '')
  filled = await fillHostileShop({
    ...{ organization_id: shop.organization_id, pos_id: shop.pos_id, newPhone },
    owner: (method, path, body) => ask(shop, method, path, body),
    async signIn({ login, pin }) {
      const path = '/pos-api/v1/manager-auth'
      const { body } = await openVisitor(shop.base).call('POST', path, { login, password: pin })
      const { token } = (body as { data: { token: string } }).data
      return async (_method, address, sent) => {
        const { status, body: answer } = await callPos(shop.base, token, address, sent)
        if (status >= 300) throw new Error(`${address} answered ${JSON.stringify(answer)}`)
        return (answer as { data: unknown }).data
      }
    },
  })
  invoice_id = await askInvoice()
})

/** An invoice names who is to pay as the shop calls itself. */
async function askInvoice(): Promise<string> {
  await confirmEmail(shop.email)
  const { organization_id } = shop
  const path = `/api/v1/licenses?organization_id=${organization_id}`
  const { items } = await ask<{ items: { id: string }[] }>(shop, 'GET', path)
  const { payment_id } = await ask<{ payment_id: string }>(
    shop,
    'POST',
    `/api/v1/licenses/${items[0]?.id}/pay`,
    {
      provider: 'invoice',
      tariff_id: TARIFF.business,
      redirect_url: `/organizations/licenses/${organization_id}`,
    },
  )
  return payment_id
}

const all = hostileTexts.length
type Visit = [address: string, least: number]

/** What each page of the cabinet shows of them at least: all, or as many as it has fields. */
function visits({ organization_id: id }: RemoteShop, shown: HostileShop): Record<string, Visit[]> {
  const [buyer] = shown.buyers
  const at = (path: string, least: number, query = ''): Visit => [
    path.replace('$id', id) + query,
    least,
  ]
  const pages: Record<string, [least: number, query?: string][]> = {
    '/account': [[2]],
    '/account/security': [[0]],
    '/cities': [[0]],
    '/admin': [
      [all, '?tab=feedback'],
      [all, '?tab=organizations'],
    ],
    '/land': [[1]],
    '/organizations': [[1]],
    '/organizations/main/$id': [[1], [all, '?tab=profile']],
    '/organizations/settings/$id': [[8], [10, '?tab=bonuses'], [1, '?tab=notifications']],
    '/organizations/discount/$id': [[10]],
    '/organizations/min-price/$id': [[all], [10, `?product=${shown.product_ids[0]}`]],
    '/organizations/welcome-bonuses/$id': [[1]],
    '/organizations/promotions/$id': [[all]],
    '/organizations/promotions/$id/$promo_id': [[8]],
    '/organizations/news/$id': [[20], [2, `?post=${shown.news_ids[0]}`]],
    '/organizations/manual-notifications/$id': [[20], [2, `?post=${shown.mailing_ids[0]}`]],
    '/organizations/auto-notifications/$id': [[1]],
    '/organizations/bots/$id': [[10]],
    '/organizations/pos/$id': [[all]],
    '/organizations/licenses/$id': [[1]],
    '/organizations/licenses/$id/tariff': [[1]],
    '/organizations/licenses/$id/payments/$payment': [[2]],
    '/organizations/buyers/list/$id': [[all]],
    '/organizations/buyers/card/$id': [
      [5, `?buyer=${buyer?.id}`],
      [2, `?buyer=${buyer?.id}&tab=receipts`],
      [30, `?buyer=${buyer?.id}&tab=profile`],
      [all, `?buyer=${buyer?.id}&tab=messages`],
    ],
    '/organizations/buyers/client_card/$id': [[2]],
    '/organizations/buyers/inbox/$id': [[all], [all, '?tab=ratings']],
    '/organizations/transaction-reports/$id': [[1], [1, '?tab=kinds'], [all, '?tab=accounts']],
    '/organizations/reports/receipts/transactionesoptions': [[20]],
    '/organizations/reports/receipts/$id': [[all], [5, `?receipt=${shown.receipt_ids[0]}`]],
    '/organizations/reports/transactions/$id': [[all]],
    '/organizations/audit/$id': [[1], [1, '?tab=anomalies']],
    '/organizations/webhooks/$id': [[4]],
    '/organizations/moving/$id': [[1]],
  }
  return Object.fromEntries(
    Object.entries(pages).map(([path, some]) => [
      path,
      some.map(([least, query]) =>
        at(
          path.replace('$promo_id', shown.promotion_ids[0] ?? '').replace('$payment', invoice_id),
          least,
          query,
        ),
      ),
    ]),
  )
}

/** Addresses with nothing on them that anybody wrote. */
const unwritten = /^\/auth|^\/payments\/return/

test('every page of the cabinet shows forty hostile texts as text', async ({ page }) => {
  test.slow()
  const pages = visits(shop, filled)
  const unseen = cabinetPaths.filter((path) => !unwritten.test(path) && !(path in pages))
  expect(unseen).toEqual([])
  const eye = await openEye(page)
  await answerAsPeople(page)
  await signIn(page, shop)
  await page.goto(NOWHERE)
  for (const [address, least] of Object.values(pages).flat()) {
    await go(page, address)
    await expect(page.getByRole('heading', { name: LOST })).toHaveCount(0)
    await eye.expectOnlyText(address, least)
    await go(page, NOWHERE)
    await expect(page.getByRole('heading', { name: LOST })).toBeVisible()
  }
  expect(eye.heard).toEqual([])
})

/** Between two pages, so that nothing is left of the one before. */
const NOWHERE = '/no-such-page'
const LOST = 'Такої сторінки немає'

/** Goes on as a link of the cabinet does, without loading it anew. */
const go = (page: Page, address: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)

/** Makes a call of the page answer this. */
const answering = <E extends Endpoint>(page: Page, { path }: E, data: WireAnswer<E>) =>
  page.route(
    (url) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname),
    (route) => route.fulfill({ json: { data } }),
  )

const pageOf = <T>(items: T[]) => ({ items, total: items.length, page: 1, limit: 50 })
const at = '2026-11-21T08:00:00.000Z'
const textAt = (n: number) => hostileTexts[n % all]?.kept ?? ''

/** What buyers write in messengers, and what only who runs the platform reads. */
async function answerAsPeople(page: Page): Promise<void> {
  const buyer_id = filled.buyers[0]?.id ?? ''
  const each = <T>(make: (text: string, n: number) => T) =>
    pageOf(hostileTexts.map(({ kept }, n) => make(kept, n)))
  const written = { direction: 'in' as const, type: 'telegram' as const, created_at: at }
  await answering(
    page,
    listInbox,
    each((text, n) => ({
      ...{ ...written, buyer_id, name: textAt(n + 1), phone_masked: null, text, unread: 1 },
    })),
  )
  await answering(
    page,
    listThread,
    each((text) => ({
      ...{ ...written, id: crypto.randomUUID(), buyer_id, text, edited_at: null },
      ...{ deleted_at: null, delivery: null, can_edit: false, can_delete: false },
    })),
  )
  await answering(page, listRatings, {
    ...each((comment, n) => ({
      ...{ receipt_id: filled.receipt_ids[n] ?? '', buyer_id, name: textAt(n + 1), pos_id: null },
      ...{ stars: 1, score: null, comment, created_at: at },
    })),
    nps: null,
  })
  await answering(
    page,
    listFeedback,
    each((name, n) => ({
      ...{ id: crypto.randomUUID(), name, phone: '+380671234567', created_at: at, done_at: null },
      note: textAt(n + 1),
    })),
  )
  await answering(
    page,
    listAllOrganizations,
    each((name, n) => ({
      ...{ id: crypto.randomUUID(), name, owner_email: 'olena@example.com', is_demo: false },
      ...{ city_name: textAt(n + 1), created_at: at, pos_count: 1, buyers_count: 1, license: null },
    })),
  )
  await page.route('**/api/v1/user/profile', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    const runs_all = {
      is_platform_administrator: true,
      second_factor: { since: at, recovery_codes: 10 },
    }
    await route.fulfill({ json: { data: { ...answer.data, ...runs_all } } })
  })
}

test('the till and the pages of buyers show them as text', async ({ page }) => {
  test.slow()
  const eye = await openEye(page)
  const { organization_id: id } = shop
  for (const [address, least] of [
    [`/conditions_of_participation?org=${id}`, all],
    [`/b/${filled.slug}`, 10],
  ] as const) {
    await page.goto(address)
    await eye.expectOnlyText(address, least)
  }
  await answering(page, openMemberCard, memberCard())
  await page.goto('/tg/card?client=1#tgWebAppData=signed')
  await eye.expectOnlyText('the card', all)

  const till = await openTill(page, { cashier: { ...filled.cashier, token: '' } })
  await till.buyer.fill(filled.buyers[7]?.phone ?? '')
  await till.amount.fill('100')
  await expect(till.receipt).toContainText('суми від сервера')
  await eye.expectOnlyText('a sale', 4)
  await page.keyboard.press('F8')
  await eye.expectOnlyText('receipts of the till', all)
  await page.keyboard.press('F9')
  await eye.expectOnlyText('the shift', 1)
  expect(eye.heard).toEqual([])
})

/** The card of somebody whose shop has given all its texts to it. */
const memberCard = (): WireAnswer<typeof openMemberCard> => ({
  shop: { name: textAt(0), logo: null, currency: 'UAH' },
  design: { ...defaultCard(textAt(1)), title: textAt(1), back_text: textAt(2) },
  code: { digits: '2812345678901', spoken: '12345678', expires_at: at, seconds: 120 },
  card_code: '2712345678901',
  buyer: {
    ...{ name: textAt(3), level: textAt(4), birthday_known: false, balance: 10, pending: 0 },
    next_expiry: null,
    stamps: hostileTexts.map(({ kept }) => ({ name: kept, count: 1, goal: 6, gifts: 1 })),
  },
  ...{ entries: [], timezone: 'Europe/Kyiv', language: 'ua-UA' },
  chat: { points: 'https://t.me/kava_bot', invite: 'https://t.me/kava_bot' },
})

test('a letter shows them as text in whatever it says', async ({ page }) => {
  const eye = await openEye(page)
  // Every letter of the product is set by this one function.
  for (const { kept: subject } of hostileTexts) {
    const { html } = setLetter({
      ...{ language: 'ua-UA', subject, greeting: subject, note: subject },
      paragraphs: hostileTexts.map(({ kept }) => kept),
      button: { title: subject, url: `${shop.base}/?q=${encodeURIComponent(subject)}` },
    })
    await page.setContent(html)
    const { made, said } = await eye.see()
    expect(made).toEqual([])
    expect(hostileTexts.filter(({ kept }) => !said.includes(kept))).toEqual([])
  }
  expect(eye.heard).toEqual([])
})

test('the eye is sharp: markup that is not escaped is seen', async ({ page, problems }) => {
  const eye = await openEye(page)
  const blind: string[] = []
  for (const text of markup) {
    eye.heard.splice(0)
    await page.setContent(
      `<p>${text}</p><input value="${text}"><input value='${text}'><input value=${text}>` +
        `<a href="${text}">x</a><script type="application/json">${text}</script><textarea>${text}`,
    )
    const { made } = await eye.see()
    if (made.length === 0 && eye.heard.length === 0) blind.push(text)
  }
  expect(blind).toEqual([])
  // What it broke, it broke on purpose.
  problems.splice(0)
})
