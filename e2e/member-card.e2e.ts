/** The card's page as Telegram opens it from the button of a mailing. */
import { sealSecret } from '#server/features/bots/client-secrets.ts'
import { tapOf } from '#server/features/posts/click-link.ts'
import { openSecrets } from '#server/io/secrets.ts'
import { initDataOf } from '#server/testing/init-data.ts'
import type { RemoteShop } from '#server/testing/remote-shop.ts'
import { expect, test } from './browser.ts'
import { onDatabase } from './owner.ts'
import { addBuyer } from './selling.ts'

const TOKEN = '123456:AAE-the-token-of-a-bot-in-tests-0000'
const secrets = () => openSecrets(process.env['VERTA_SECRET_KEYS'] ?? '')

/** A buyer who has opened the shop's bot; answers what Telegram calls them. */
async function addSubscriber({ organization_id }: RemoteShop, buyer_id: string) {
  const client_id = crypto.randomUUID()
  const user_id = 1 + Math.floor(Math.random() * 1e9)
  const seal = (what: 'token' | 'secret', text: string) =>
    sealSecret({ secrets: secrets() }, what, client_id, text)
  await onDatabase(
    `insert into bot_client (id, organization_id, bot_id, type, hook_id, external_id, username, title,
       token_sealed, token_last4, secret_sealed, mode, status, connected_at)
     values ($1::uuid, $2, gen_random_uuid(), 'telegram', $1::text, $1::text, 'kava_bot', 'Кава', $3, '0000', $4,
       'webhook', 'ok', now())`,
    [client_id, organization_id, seal('token', TOKEN), seal('secret', 'none')],
  )
  await onDatabase(
    `insert into subscriber (organization_id, id, client_id, type, user_id, name, buyer_id, language,
       step, memory, version, notify_bonuses, notify_rating, chosen_at, last_active_at, created_at)
     values ($1, $2, $2, 'telegram', $3, 'Олена', $4, 'ua-UA', 'active', '{}', 1, true, true, now(),
       now(), now())`,
    [organization_id, client_id, String(user_id), buyer_id],
  )
  return { client_id, user_id }
}

/** A mailing with the button that has reached this buyer. */
async function addMailing(shop: RemoteShop, buyer_id: string, client_id: string): Promise<string> {
  const { organization_id, owner } = shop
  const made = await owner.call('POST', `/api/v1/posts?organization_id=${organization_id}`, {
    ...{ type: 'manual_notification', title: 'Картка', text: 'Завжди з вами' },
    ...{ button_text: 'Показати картку', button_leads_to: 'card' },
  })
  const { id } = (made.body as { data: { id: string } }).data
  await onDatabase(
    `insert into post_recipient (organization_id, post_id, buyer_id, subscriber_id, client_id, state,
       settled_at) values ($1, $2, $3, $4, $4, 'sent', now())`,
    [organization_id, id, buyer_id, client_id],
  )
  return id
}

async function clicksOf({ owner }: RemoteShop, post_id: string): Promise<number> {
  const { body } = await owner.call('GET', `/api/v1/posts/${post_id}`)
  return (body as { data: { stats: { clicked: number } } }).data.stats.clicked
}

test('the button of a mailing opens the card, and its tap counts once', async ({ page, shop }) => {
  const buyer = await addBuyer(shop, 'Олена', 230)
  const { client_id, user_id } = await addSubscriber(shop, buyer.id)
  const post_id = await addMailing(shop, buyer.id, client_id)
  const config = { https: true, PUBLIC_URL: shop.base }
  const { link } = tapOf({ config, secrets: secrets() }, post_id, buyer.id)
  const launch = new URLSearchParams({ tgWebAppData: initDataOf(TOKEN, user_id, new Date()) })
  const address = `${link}#${launch.toString()}`
  expect(await clicksOf(shop, post_id)).toBe(0)
  // As Telegram's apps do.
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Кава на Розі' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('230')
  expect(page.url()).toBe(`${shop.base}/tg/card?client=${client_id}#${launch.toString()}`)
  expect(await clicksOf(shop, post_id)).toBe(1)
  // As its web client does; a page of the internet asks before it frames one of this machine.
  await page.context().grantPermissions(['local-network-access'])
  const body = `<iframe src="${address}" allow="local-network-access"></iframe>`
  await page.route('https://web.telegram.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  await page.goto('https://web.telegram.org/a/')
  const framed = page.frameLocator('iframe')
  await expect(framed.getByRole('heading', { name: 'Кава на Розі' })).toBeVisible()
  expect(await clicksOf(shop, post_id)).toBe(1)
})
