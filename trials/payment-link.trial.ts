/**
 * The link to an acquirer is slow, cut or silent when a payment is opened and when it is asked what
 * became of it. Nothing hangs, the callback told in vain is made up for by asking later, and one
 * payment gives one period. Void when the link was not felt.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#server/app.ts'
import { move } from '#server/testing/acquirers/acquirer.ts'
import { openAcquirers } from '#server/testing/acquirers/open-acquirers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import {
  deliver,
  licensesOf,
  openPayingShop,
  pressPay,
  signInAgain,
  TARIFF,
} from '#server/testing/paying.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import type { Shop } from '#server/testing/shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import {
  faultOf,
  openPeerLink,
  tellFaults,
  type PeerLink,
} from '#server/testing/trial-peer-link.ts'

const TIMES = countOf({ quick: 3, everyday: 5, release: 50 })
const HANGS_MS = 35_000
/** Longer than a payment waits to be asked after. */
const LATER_MS = 6 * 60_000
const DAY_MS = 86_400_000
/** How often one call of ours tries at most. */
const TRIES = 3

let t: TestIo
let acquirers: Awaited<ReturnType<typeof openAcquirers>>
let link: PeerLink
let shop: Shop
const statuses = new Map<string, number>()
/** Requests that each fault met. */
const felt: number[] = []
let slowest = 0

beforeAll(async () => {
  acquirers = await openAcquirers()
  const { MONOBANK_URL } = acquirers.config
  link = await openPeerLink(MONOBANK_URL, (said) => said !== '')
  const through = new URL(MONOBANK_URL)
  through.port = String(link.port)
  t = await openTestIo({ config: { ...acquirers.config, MONOBANK_URL: through.href } })
  shop = await openPayingShop(t)
}, 60_000)
afterAll(async () => {
  await t.close()
  await link.close()
  await acquirers.close()
})

/** One call of ours while requests to the acquirer are spoiled: one, or all that it tries. */
async function spoiled(turn: number, what: string, ask: () => Promise<number>): Promise<number> {
  const fault = faultOf(turn)
  link.spoil(fault, turn % 2 === 0 && fault !== 'slow' ? TRIES : 1)
  const started = performance.now()
  const status = await ask()
  slowest = Math.max(slowest, performance.now() - started)
  felt.push(link.release())
  const key = `${what} ${status}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  return status
}

async function openOrder(turn: number, license_id: string): Promise<string> {
  const press = () => pressPay(shop, license_id, { provider: 'monobank' })
  let pressed = { status: 0, data: { payment_id: '' } }
  await spoiled(turn, 'page', async () => (pressed = await press()).status)
  // Told that there is no page, a person presses again.
  if (pressed.status !== 200) pressed = await press()
  expect(pressed.status).toBe(200)
  return pressed.data.payment_id
}

async function tellPaid(turn: number, payment_id: string): Promise<void> {
  const { monobank } = acquirers
  const order = monobank.orders.get(payment_id)
  if (!order) throw new Error('the acquirer knows no such order')
  move(order, monobank.words.paid)
  const callback = monobank.callback(payment_id)
  const heard = await spoiled(turn, 'callback', () => deliver(t, 'monobank', callback))
  if (heard !== 200) {
    expect(heard).toBe(503)
    t.clock.advance(LATER_MS)
    const poll = allJobs(t.io).find(({ name }) => name === 'payments.poll')
    await poll?.handle({} as never)
  }
}

const licenseOf = async (id: string) =>
  (await licensesOf(shop)).find((license: { id: string }) => license.id === id)

test(
  `${TIMES} payments over bad links to the acquirer are paid once`,
  async ({ annotate }) => {
    const url = `/api/v1/licenses?organization_id=${shop.organization_id}`
    for (let turn = 0; turn < TIMES; turn += 1) {
      await signInAgain(shop)
      const made = await shop.owner.inject('POST', url, { tariff_id: TARIFF.business })
      const license_id = made.data.items[0].id as string
      const payment_id = await openOrder(turn, license_id)
      await tellPaid(turn, payment_id)
      const paid = await licenseOf(license_id)
      expect([turn, paid.state]).toEqual([turn, 'active'])
      expect(Date.parse(paid.expires_at) - Date.parse(paid.starts_at)).toBe(30 * DAY_MS)
      // The acquirer tells again whatever became of it.
      const again = acquirers.monobank.callback(payment_id)
      expect(await deliver(t, 'monobank', again)).toBe(200)
      expect((await licenseOf(license_id)).expires_at).toBe(paid.expires_at)
    }
    const answered = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
    await annotate(`${tellFaults(TIMES)}; ${answered}; the longest call ${Math.round(slowest)} ms`)
    expect(Math.min(...felt), 'void: the link was not felt').toBeGreaterThan(0)
    expect(slowest).toBeLessThan(HANGS_MS)
    const spans = await t.io.db
      .selectFrom('license_span')
      .select('payment_id')
      .where('payment_id', 'is not', null)
      .execute()
    expect(spans).toHaveLength(TIMES)
  },
  TRIAL_MS,
)

test('after all of it the ledger check finds nothing', async () => {
  await sell(shop.till, { buyer: { phone: newPhone() } })
  await expectSoundLedger(t.io.db)
})
