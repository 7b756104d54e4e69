import type { AcquirerName, openAcquirers } from './acquirers/open-acquirers.ts'
import type { SignedCallback } from './acquirers/acquirer.ts'
import { move } from './acquirers/acquirer.ts'
import { type Answer, signUpOwner } from './identity.ts'
import type { TestIo } from './open-test-io.ts'
import { confirmEmail } from './administrator.ts'
import { openShop, type Shop } from './shop.ts'

type Acquirers = Awaited<ReturnType<typeof openAcquirers>>

/** The tariffs of migration 0005. */
export const TARIFF = {
  start: '019b0000-0000-7000-8002-000000000001',
  business: '019b0000-0000-7000-8002-000000000002',
  business_year: '019b0000-0000-7000-8002-000000000005',
} as const

let payers = 0

/** A shop whose owner has confirmed the e-mail, and so may pay. */
export async function openPayingShop(t: TestIo): Promise<Shop> {
  payers += 1
  const owner = await signUpOwner(t, { email: `payer-${payers}-${Date.now()}@verta.test` })
  await confirmEmail(t, owner)
  return openShop(t, { owner })
}

/** Signs in again: a session sleeps less than a license. */
export async function signInAgain({ owner }: Shop): Promise<void> {
  const { email, password } = owner
  const { status } = await owner.inject('POST', '/api/v1/user/login', { email, password })
  if (status !== 200) throw new Error(`signing in answered ${status}`)
}

/** Delivers a callback as the acquirer would. */
export async function deliver(
  t: TestIo,
  name: AcquirerName,
  { headers, body }: SignedCallback,
): Promise<number> {
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/v1/payments/${name}/callback`,
    headers,
    payload: body,
  })
  return response.statusCode
}

/** Presses «pay» at our side; answers the call. */
export async function pressPay(
  shop: Shop,
  license_id: string,
  ask: { provider: string; tariff_id?: string; promo_code?: string; license_ids?: string[] },
  options: { kind?: 'pay' | 'subscribe'; key?: string } = {},
): Promise<Answer> {
  const redirect_url = `/organizations/licenses/${shop.organization_id}`
  return shop.owner.inject(
    'POST',
    `/api/v1/licenses/${license_id}/${options.kind ?? 'pay'}`,
    { redirect_url, ...ask },
    options.key === undefined ? {} : { 'idempotency-key': options.key },
  )
}

/** The whole way: presses pay, opens the page, pays there, and lets the acquirer tell. */
export async function payThrough(
  t: TestIo,
  acquirers: Acquirers,
  shop: Shop,
  license_id: string,
  ask: { provider: AcquirerName; tariff_id?: string; promo_code?: string },
  kind: 'pay' | 'subscribe' = 'pay',
): Promise<string> {
  const { status, data, body } = await pressPay(shop, license_id, ask, { kind })
  if (status !== 200) throw new Error(`paying answered ${status} ${JSON.stringify(body)}`)
  await acquirers.visit(data.redirect_url)
  const standIn = acquirers[ask.provider]
  const order = standIn.orders.get(data.payment_id)
  if (!order) throw new Error('the acquirer knows no such order')
  move(order, standIn.words.paid)
  await deliver(t, ask.provider, standIn.callback(order.order_id))
  return data.payment_id
}

/** The licenses of a shop, as the owner sees them. */
export async function licensesOf({ owner, organization_id }: Shop) {
  const { data } = await owner.inject(
    'GET',
    `/api/v1/licenses?organization_id=${organization_id}&page=1&limit=1000`,
  )
  return data.items
}
