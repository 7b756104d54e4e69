import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#server/app.ts'
import { LICENSE_LETTER } from '#server/features/licensing/letters-rules.ts'
import { MAIL_NOTICE } from '#server/features/notices/mail-notice.ts'
import type { OpenIo } from '#server/open-io.ts'
import { openAcquirers } from '#server/testing/acquirers/open-acquirers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import {
  licensesOf,
  openPayingShop,
  payThrough,
  pressPay,
  signInAgain,
  TARIFF,
} from '#server/testing/paying.ts'
import type { Shop } from '#server/testing/shop.ts'

const HOUR_MS = 3_600_000
let t: TestIo
let acquirers: Awaited<ReturnType<typeof openAcquirers>>
let shop: Shop
let seen: { id: string; status: string; state: string; expires_at: string; auto_renew: boolean }

beforeAll(async () => {
  acquirers = await openAcquirers({ liqpay: 'sha1' })
  t = await openTestIo({ config: acquirers.config })
  shop = await openPayingShop(t)
})
afterAll(async () => {
  await t.close()
  await acquirers.close()
})

const clockwork = new Set(['payments.renew', 'payments.poll', 'licensing.tell_ends'])

/** Lets time pass as the clock sees it: every day its jobs run; letters go at the end. */
async function walkTo(moment: string): Promise<void> {
  const until = new Date(`${moment}T12:00:00Z`)
  const daily = allJobs(t.io).filter(({ name }) => clockwork.has(name))
  while (t.clock.now() < until) {
    const left = until.getTime() - t.clock.now().getTime()
    t.clock.advance(Math.min(24 * HOUR_MS, left))
    for (const { handle } of daily) await handle({} as never)
  }
  // Only letters: the other queues have nothing of ours, and each costs its look.
  const letters = allJobs(t.io).filter(({ name }) => [LICENSE_LETTER, MAIL_NOTICE].includes(name))
  await (t.io as OpenIo).jobs.drain(letters)
  await signInAgain(shop)
  seen = (await licensesOf(shop))[0]
}
const letters = (part: string) => t.mails.filter(({ subject }) => subject.includes(part)).length
const charges = async () =>
  (
    await t.io.db
      .selectFrom('payment')
      .select(['status', 'amount'])
      .where('kind', '=', 'renewal')
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)
const till = async () => {
  const { login } = shop.cashier
  const body = { login, password: shop.till.pin }
  const answer = await shop.owner.inject('POST', '/pos-api/v1/manager-auth', body)
  return answer.data.pos[0].license_state
}

test('a year of a subscription: renewals, a failure, a refusal to the end, grace, cancel, return', async () => {
  const license_id = shop.license_id ?? ''
  // The trial lasts to 5 December; its owner is told at seven, three and one day.
  await walkTo('2026-12-04')
  expect(letters('Ліцензія діє до')).toBe(3)
  await payThrough(
    t,
    acquirers,
    shop,
    license_id,
    { provider: 'liqpay', tariff_id: TARIFF.business },
    'subscribe',
  )
  await walkTo('2026-12-06')
  expect(seen).toMatchObject({ status: 'active', auto_renew: true })
  expect(seen.expires_at).toBe('2027-01-05T08:00:00.000Z')

  // Charged a day before each end, once.
  await walkTo('2027-03-06')
  expect(await charges()).toEqual(['paid', 'paid', 'paid'])
  expect(seen.expires_at).toBe('2027-04-05T08:00:00.000Z')

  // The bank refuses once, then allows: nothing is lost.
  acquirers.liqpay.declines = true
  await walkTo('2027-04-04')
  acquirers.liqpay.declines = true
  await walkTo('2027-04-05')
  acquirers.liqpay.declines = false
  await walkTo('2027-04-07')
  expect(seen.expires_at).toBe('2027-05-05T08:00:00.000Z')
  expect((await charges()).filter((status) => status === 'failed').length).toBeGreaterThan(0)
  expect((await charges()).filter((status) => status === 'paid')).toHaveLength(4)

  // The bank refuses to the end: grace, then spending only, and no more charges.
  acquirers.liqpay.declines = true
  await walkTo('2027-05-07')
  expect([seen.status, seen.state, await till()]).toEqual(['past_due', 'grace', 'grace'])
  await walkTo('2027-05-12')
  expect([seen.status, seen.auto_renew, await till()]).toEqual(['expired', false, 'spend_only'])
  const failed = (await charges()).length
  await walkTo('2027-05-20')
  expect((await charges()).length).toBe(failed)
  expect(letters('не продовжено')).toBe(1)

  // It is paid again: time begins now, and days that were not served are not charged.
  acquirers.liqpay.declines = false
  await payThrough(t, acquirers, shop, license_id, { provider: 'liqpay' }, 'subscribe')
  await walkTo('2027-05-21')
  expect(seen.expires_at.slice(0, 10)).toBe('2027-06-20')
  expect(await till()).toBe('active')

  // Cancelled, it works to its end; resumed by the card that is kept, it renews again.
  await shop.owner.inject('POST', `/api/v1/licenses/${license_id}/cancel`)
  await walkTo('2027-06-10')
  expect([seen.status, seen.state]).toEqual(['cancelled', 'active'])
  const resumed = await pressPay(shop, license_id, { provider: 'liqpay' }, { kind: 'subscribe' })
  expect(resumed.data).toMatchObject({ payment_id: null })
  await walkTo('2027-06-22')
  expect(seen.expires_at.slice(0, 10)).toBe('2027-07-20')

  // Cancelled for good, it ends, with letters, and nothing is charged any more.
  await shop.owner.inject('POST', `/api/v1/licenses/${license_id}/cancel`)
  const before = (await charges()).length
  await walkTo('2027-08-25')
  expect([seen.status, seen.state, (await charges()).length]).toEqual(['expired', 'none', before])
}, 120_000)
