/**
 * Callbacks of all three acquirers in every order, repeated, forged and at once: what a license
 * becomes equals an independent model, and nothing bad grants anything.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { move, type Forgery, type SignedCallback } from '#server/testing/acquirers/acquirer.ts'
import { openAcquirers, type AcquirerName } from '#server/testing/acquirers/open-acquirers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { deliver, licensesOf, openPayingShop, pressPay, TARIFF } from '#server/testing/paying.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import type { Shop } from '#server/testing/shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'

const CALLBACKS = countOf({ quick: 300, everyday: 2_000, release: 50_000 })
const LANES = 16
const names: AcquirerName[] = ['monobank', 'liqpay', 'wayforpay']

let t: TestIo
let acquirers: Awaited<ReturnType<typeof openAcquirers>>
beforeAll(async () => {
  acquirers = await openAcquirers()
  t = await openTestIo({ config: acquirers.config, pool: 12 })
}, 60_000)
afterAll(async () => {
  await t.close()
  await acquirers.close()
})

/** Every order of the words an order goes through. */
function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
const steps = ['processing', 'failed', 'paid', 'refunded'] as const
type Step = (typeof steps)[number]
const orders: Step[][] = [
  ...permutations<Step>([...steps]),
  ...permutations<Step>(['processing', 'failed', 'paid']),
]

/** What an acquirer's own truth may become; news of anything else is late or out of order. */
const moves: Record<'created' | Step, Step[]> = {
  created: ['processing', 'failed', 'paid'],
  processing: ['failed', 'paid'],
  failed: ['paid'],
  paid: ['refunded'],
  refunded: [],
}

const forgeries: Forgery[] = [
  { wrong_key: true },
  { wrong_algorithm: true },
  { tampered: true },
  { amount: 100 },
  { amount: 59_001 },
  { currency: 'USD' },
  { order_id: '01a1fd1e-8c00-7000-8000-000000000000' },
  { merchant: 'somebody-else' },
]
type Case = {
  shop: Shop
  license_id: string
  payment_id: string
  name: AcquirerName
  index: number
}

async function openCase(shop: Shop, index: number): Promise<Case> {
  const name = names[index % names.length] ?? 'monobank'
  const url = `/api/v1/licenses?organization_id=${shop.organization_id}`
  const made = await shop.owner.inject('POST', url, { tariff_id: TARIFF.business })
  const license_id = made.data.items[0].id as string
  const { data } = await pressPay(shop, license_id, { provider: name })
  if (name === 'liqpay') await acquirers.visit(data.redirect_url)
  return { shop, license_id, payment_id: data.payment_id, name, index }
}

const count = { delivered: 0 }
const answers = new Map<string, number>()

async function tell(name: AcquirerName, callback: SignedCallback): Promise<void> {
  count.delivered += 1
  const status = await deliver(t, name, callback)
  answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1)
}

/** Plays one order: its words in an order of their own, each told five times, forgeries between. */
async function play({ payment_id, name, index }: Case): Promise<boolean> {
  const standIn = acquirers[name]
  const order = standIn.orders.get(payment_id)
  if (!order) throw new Error('the acquirer knows no such order')
  const told = orders[index % orders.length] ?? []
  const only_bad = index % 7 === 6
  const late: SignedCallback[] = []
  let truth: 'created' | Step = 'created'
  for (const [at, step] of told.entries()) {
    const forgery = forgeries[(index + at) % forgeries.length] ?? {}
    // A forged success of an order that nobody paid.
    await tell(name, standIn.callback(payment_id, { word: standIn.words.paid, ...forgery }))
    if (only_bad) continue
    if (moves[truth].includes(step)) {
      truth = step
      move(order, standIn.words[step])
    }
    const callback = standIn.callback(payment_id, { word: standIn.words[step] })
    await Promise.all(Array.from({ length: 3 }, () => tell(name, callback)))
    late.push(callback)
  }
  // The same news again, the newest first.
  for (const callback of late.toReversed()) {
    await Promise.all([tell(name, callback), tell(name, callback)])
  }
  return truth === 'paid'
}

test(
  'whatever is told in whatever order, a license is paid exactly when its money came',
  async ({ annotate }) => {
    const shop = await openPayingShop(t)
    const expected = new Map<string, boolean>()
    let index = 0
    const lane = async () => {
      for (; count.delivered < CALLBACKS;) {
        const one = await openCase(shop, index++)
        expected.set(one.license_id, await play(one))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))

    const paid_in_truth = [...expected.values()].filter(Boolean).length
    await annotate(
      `${count.delivered} callbacks of ${expected.size} licenses, ${paid_in_truth} of them paid; ` +
        [...answers].map(([answer, times]) => `${answer}: ${times}`).join(', '),
    )
    const licenses = await licensesOf(shop)
    const wrong = licenses
      .filter(({ id }: { id: string }) => expected.has(id))
      .filter(
        ({
          id,
          state,
          payments,
        }: {
          id: string
          state: string
          payments: { status: string }[]
        }) => {
          const paid = payments.some(({ status }) => status === 'paid')
          // Money that went back leaves the three days of grace, never an active license.
          return (state === 'active') !== expected.get(id) || paid !== expected.get(id)
        },
      )
    expect(wrong).toEqual([])
    expect(count.delivered).toBeGreaterThanOrEqual(CALLBACKS)
    expect(paid_in_truth).toBeGreaterThan(expected.size / 5)
    expect([...answers.keys()].filter((key) => / 5\d\d$/.test(key))).toEqual([])

    const spans = await t.io.db
      .selectFrom('license_span')
      .select(({ fn }) => ['payment_id', fn.countAll<number>().as('count')])
      .where('payment_id', 'is not', null)
      .groupBy('payment_id')
      .having(({ fn }) => fn.countAll<number>(), '>', 1)
      .execute()
    expect(spans).toEqual([])
    // The letters of so many payments are written in this test's time, not in the next one's.
    await t.runJobs()
  },
  TRIAL_MS,
)

test('a good callback sixteen times at once grants one period', async ({ annotate }) => {
  const shop = await openPayingShop(t)
  for (const [index] of names.entries()) {
    const one = await openCase(shop, index)
    const standIn = acquirers[one.name]
    const order = standIn.orders.get(one.payment_id)
    if (order) move(order, standIn.words.paid)
    const callback = standIn.callback(one.payment_id)
    const statuses = await Promise.all(
      Array.from({ length: 16 }, () => deliver(t, one.name, callback)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const license = (await licensesOf(shop)).find(({ id }: { id: string }) => id === one.license_id)
    expect(license.state).toBe('active')
    const days = (Date.parse(license.expires_at) - Date.parse(license.starts_at)) / 86_400_000
    expect(days).toBe(30)
  }
  await annotate(`${names.length} callbacks, 16 times each at once`)
})

test('after all of it the ledger check finds nothing', async () => {
  const { till } = await openPayingShop(t)
  await sell(till, { buyer: { phone: newPhone() } })
  await expectSoundLedger(t.io.db)
})
