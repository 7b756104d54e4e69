/** A shop with one of everything, whose sessions and license outlive any clock: for trials. */
import pg from 'pg'
import { PASSWORD, signUpOwner, type Answer, type Browser } from './identity.ts'
import { turnOnSecondFactor } from './second-factor.ts'
import type { TestIo } from './open-test-io.ts'
import { calculate, newPhone, sell } from './receipts.ts'
import { openShop, type Shop, type Till } from './shop.ts'
import { stockShop } from './stock.ts'

/** Runs statements as the owner of the schema. */
export async function asSchemaOwner(t: TestIo, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: t.owner_url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** From now on nobody is signed out and no license ends, wherever the clock goes. */
export const endNothing = (t: TestIo): Promise<void> =>
  asSchemaOwner(
    t,
    `update session set verified_at = '2999-01-01', idle_expires_at = '2999-01-01',
      expires_at = '2999-01-01'`,
    `update session_token set access_expires_at = '2999-01-01'`,
    `update cashier_session set idle_seconds = null, expires_at = null`,
    `update license set starts_at = '2000-01-01', expires_at = '2999-01-01'`,
  )

/** One of everything that a request may name, and who may ask. */
export type World = {
  shop: Shop
  owner: Browser
  till: Till
  ids: Record<string, string>
}

const must = async (answered: Promise<Answer>): Promise<Answer['data']> => {
  const { status, data, body } = await answered
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return data
}

export async function openWorld(t: TestIo): Promise<World> {
  const shop = await openShop(t, {
    program: {
      general: {
        receipts_per_day_max: 0,
        spend_confirmation: 'none',
        compensation_max: 1000,
        compensation_day_max: 1_000_000,
        cancel_window_hours: 8760,
      },
    },
  })
  const { organization_id, pos_id, owner } = shop
  const till = await shop.addTill({ role: 'senior' })
  const phone = newPhone()
  const sold = []
  for (let receipt = 0; receipt < 3; receipt += 1) {
    sold.push(await sell(till, { buyer: { phone }, body: { total: 500 } }))
  }
  const draft = await calculate(till, { buyer: { phone } })
  const spare = await must(
    owner.inject('POST', `/api/v1/pos?organization_id=${organization_id}`, { name: 'Запасна' }),
  )
  const spare_till = await shop.addTill()
  const cities = await must(owner.inject('GET', '/api/v1/locations/cities'))
  const sessions = await must(owner.inject('GET', '/api/v1/user/sessions'))
  const stock = await stockShop(owner, organization_id)
  await endNothing(t)
  return {
    shop,
    owner,
    till,
    ids: {
      organization_id,
      pos_id,
      spare_pos_id: spare.id,
      license_id: shop.license_id ?? '',
      cashier_id: shop.cashier.id,
      spare_cashier_id: spare_till.user.id,
      buyer_id: sold[0].buyer.id,
      phone,
      receipt_id: sold[0].receipt_id,
      cashier_cancel_id: sold[1].receipt_id,
      owner_cancel_id: sold[2].receipt_id,
      draft_id: draft.data.receipt_id,
      ...stock,
      city_id: cities.items[0].id,
      country_id: cities.items[0].country_id,
      session_id: (Array.isArray(sessions) ? sessions : sessions.items)[0].id,
      email: owner.email,
      password: PASSWORD,
      old_password: PASSWORD,
      new_password: 'Двадцять чотири груші',
      redirect_url: 'http://verta.test/auth/reset-password',
      now: t.clock.now().toISOString(),
    },
  }
}

export const ADMINISTRATOR = 'platform@verta.test'

/** Signs the platform's administrator up, whom the configuration names. */
export async function openAdministrator(t: TestIo): Promise<Browser> {
  const browser = await signUpOwner(t, { email: ADMINISTRATOR })
  await asSchemaOwner(
    t,
    `update user_account set email_confirmed_at = now() where email = '${ADMINISTRATOR}'`,
  )
  await endNothing(t)
  await turnOnSecondFactor(browser, t.clock.now())
  return browser
}
