import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openLive } from '#server/io/live.ts'
import { giveBonuses, openBuyer, reachBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, create, newPhone } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { answerConfirmation } from './answer-confirmation.ts'
import { readConfirmation } from './read-confirmation.ts'

const MANY = 64
let t: TestIo
let shop: Shop

beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
})
afterAll(() => t.close())

/** A buyer with 500 bonuses who can be asked in Telegram. */
async function openReachable() {
  const phone = newPhone()
  const { buyer_id } = await openBuyer(t, shop, { phone, first_name: 'Олена' })
  await giveBonuses(shop, buyer_id, 500)
  await reachBuyer(t, shop, buyer_id)
  return { buyer_id, phone }
}

/** A spend of 300 on a receipt of 1000, asked about. */
async function openWaiting() {
  const { buyer_id, phone } = await openReachable()
  const options = { buyer: { phone }, spend: 300, body: { total: 1000 } }
  const { data } = await calculate(shop.till, options)
  const receipt_id: string = data.receipt_id
  const key = { organization_id: shop.organization_id, receipt_id }
  const asked = await create(shop.till, receipt_id, options)
  return {
    ...{ buyer_id, phone, receipt_id, key, asked, calculated: data },
    again: (more: object = {}) => create(shop.till, receipt_id, { ...options, ...more }),
    tap: (answer: 'yes' | 'no') => answerConfirmation(t.io, { ...key, buyer_id, answer }),
    state: () => shop.till.inject('GET', `/pos-api/v1/receipts/${receipt_id}/confirmation`),
    code: async () => (await readConfirmation(t.io, key))?.code ?? '',
  }
}

const wrongOf = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')
const accountOf = (buyer_id: string) =>
  t.io.db
    .selectFrom('account')
    .select(['balance', 'receipts'])
    .where('buyer_id', '=', buyer_id)
    .executeTakeFirstOrThrow()
const announced = async (receipt_id: string) => {
  const rows = await t.io.db.selectFrom('announcement').select(['fact', 'payload']).execute()
  return rows.filter(({ payload }) => payload.includes(receipt_id)).map(({ fact }) => fact)
}

describe('a spend by phone above the threshold', () => {
  test('waits for the buyer, and nothing is held meanwhile', async () => {
    const { buyer_id, asked, again, calculated, receipt_id, state } = await openWaiting()
    expect(calculated.confirmation).toEqual({ required: true, mode: 'bot_button' })
    expect(calculated.totals.bonuses_max).toBe(500)
    expect(asked.status).toBe(202)
    expect(asked.data).toMatchObject({
      ...{ receipt_id, status: 'awaiting_confirmation', totals: { bonuses_spent: 300 } },
      waiting: { status: 'awaiting_confirmation', tries_left: 5, seconds_left: 90 },
    })
    expect(await accountOf(buyer_id)).toEqual({ balance: 50_000, receipts: 0 })
    expect(await announced(receipt_id)).toEqual(['confirmation_requested'])
    expect((await again()).data).toEqual(asked.data)
    expect((await state()).data).toEqual(asked.data.waiting)
    expect(await announced(receipt_id)).toEqual(['confirmation_requested'])
  })

  test('is made by the tap, once, with the figures that were shown', async () => {
    const { buyer_id, again, tap, receipt_id, calculated } = await openWaiting()
    expect(await tap('yes')).toMatchObject({ status: 'completed', reason: null })
    expect(await tap('yes')).toMatchObject({ status: 'completed' })
    expect(await tap('no')).toMatchObject({ status: 'completed' })
    const made = await again()
    expect(made.status).toBe(201)
    expect(made.data).toMatchObject({ receipt_id, status: 'completed', balance_after: 235 })
    expect(made.data.totals).toEqual(calculated.totals)
    expect(await accountOf(buyer_id)).toEqual({ balance: 23_500, receipts: 1 })
    const facts = await announced(receipt_id)
    expect(facts.filter((fact) => fact === 'confirmation_settled')).toHaveLength(1)
  })

  test('is declined by the buyer, and a repetition says so', async () => {
    const { buyer_id, again, tap, receipt_id } = await openWaiting()
    expect(await tap('no')).toMatchObject({ status: 'declined', reason: 'buyer' })
    expect(await tap('yes')).toMatchObject({ status: 'declined' })
    const answer = await again()
    expect([answer.status, answer.body.code]).toEqual([409, 'confirmation_declined'])
    expect(await accountOf(buyer_id)).toMatchObject({ balance: 50_000, receipts: 0 })
    expect(await announced(receipt_id)).toEqual(['confirmation_requested', 'confirmation_settled'])
  })

  test('expires after 90 seconds', async () => {
    const { again, tap, receipt_id } = await openWaiting()
    t.clock.advance(90_000)
    await t.runJobs()
    expect(await tap('yes')).toMatchObject({ status: 'expired' })
    const answer = await again()
    expect([answer.status, answer.body.code]).toEqual([410, 'receipt_expired'])
    expect(await announced(receipt_id)).not.toContain('receipt_completed')
  })

  test('is made by the digits from the bot', async () => {
    const { again, code } = await openWaiting()
    const right = await code()
    const wrong = await again({ confirmation_code: wrongOf(right) })
    expect([wrong.status, wrong.body.code, wrong.body.data]).toEqual([
      ...[422, 'validation_failed', { tries_left: 4 }],
    ])
    const made = await again({ confirmation_code: right })
    expect([made.status, made.data.status]).toEqual([201, 'completed'])
  })

  test('takes five codes and no sixth; the button still works', async () => {
    const { again, code, tap } = await openWaiting()
    const right = await code()
    for (let miss = 1; miss <= 5; miss += 1) await again({ confirmation_code: wrongOf(right) })
    const sixth = await again({ confirmation_code: right })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'locked'])
    expect(await tap('yes')).toMatchObject({ status: 'completed' })
  })

  test('is declined when its figures no longer hold', async () => {
    const { buyer_id, tap, again } = await openWaiting()
    await shop.owner.inject(
      'POST',
      '/api/v1/buyers/make_handle_withdraw',
      { organization_id: shop.organization_id, buyer_id, amount: 400, reason: 'mistake' },
      { 'idempotency-key': `take-${buyer_id}` },
    )
    expect(await tap('yes')).toMatchObject({ status: 'declined', reason: 'version_conflict' })
    const answer = await again()
    expect([answer.status, answer.body.code]).toEqual([409, 'version_conflict'])
    expect(await accountOf(buyer_id)).toEqual({ balance: 10_000, receipts: 0 })
  })

  test('may be called off at the till', async () => {
    const { tap, receipt_id } = await openWaiting()
    const url = `/pos-api/v1/receipts/${receipt_id}/confirmation`
    const off = await shop.till.inject('DELETE', url)
    expect(off.data).toMatchObject({ status: 'declined', reason: 'cashier' })
    expect(await tap('yes')).toMatchObject({ status: 'declined', reason: 'cashier' })
  })

  test('is nobody else’s to answer', async () => {
    const { key } = await openWaiting()
    const ask = { ...key, buyer_id: crypto.randomUUID(), answer: 'yes' as const }
    await expect(answerConfirmation(t.io, ask)).rejects.toMatchObject({ code: 'receipt_not_found' })
  })

  test('the same id with another spend is refused', async () => {
    const { again } = await openWaiting()
    const other = await again({ spend: 301 })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  })

  test('one buyer is not asked without end', async () => {
    const { phone } = await openReachable()
    const options = { buyer: { phone }, spend: 300, body: { total: 1000 } }
    const statuses: number[] = []
    for (let ask = 1; ask <= 11; ask += 1) {
      const { data } = await calculate(shop.till, options)
      statuses.push((await create(shop.till, data.receipt_id, options)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 429])
  })
})

describe('sixty-four at once', () => {
  test.each([1, 2, 3])(
    'taps, codes, refusals and the end of time have one effect (%i)',
    async (round) => {
      const { buyer_id, tap, again, code, receipt_id } = await openWaiting()
      const right = await code()
      const acts = [
        () => tap('yes'),
        () => again({ confirmation_code: right }),
        () => tap('no'),
        () => again(),
        () => shop.till.inject('DELETE', `/pos-api/v1/receipts/${receipt_id}/confirmation`),
        async () => {
          t.clock.advance(2_000)
          await shop.till.inject('GET', `/pos-api/v1/receipts/${receipt_id}/confirmation`)
        },
      ]
      await Promise.all(
        Array.from({ length: MANY }, async (_, index) =>
          acts[(index * 5 + round) % acts.length]?.(),
        ),
      )
      const { status } = await tap('no')
      const { receipts } = await accountOf(buyer_id)
      expect(receipts).toBe(status === 'completed' ? 1 : 0)
      const settled = (await announced(receipt_id)).filter(
        (fact) => fact === 'confirmation_settled',
      )
      expect(settled).toHaveLength(1)
    },
  )

  test('taps and codes make one receipt', async () => {
    const { buyer_id, tap, again, code } = await openWaiting()
    const right = await code()
    const answers = await Promise.all(
      Array.from({ length: MANY }, (_, index) =>
        index % 2 === 0
          ? tap('yes').then(({ status }) => status)
          : again({ confirmation_code: right }).then(({ data }) => data?.status),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['completed']))
    expect(await accountOf(buyer_id)).toEqual({ balance: 23_500, receipts: 1 })
  })
})

describe('the till follows it live', () => {
  const statesOf = async (response: Response) =>
    [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
      ([, text]) => (JSON.parse(text ?? '') as { status: string }).status,
    )

  test('and is told of the end by the stream, which then ends', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const address = t.app.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { receipt_id, tap } = await openWaiting()
    const url = `http://127.0.0.1:${port}/pos-api/v1/receipts/${receipt_id}/events`
    const headers = { authorization: `Bearer ${shop.token}` }
    const response = await fetch(url, { headers })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await tap('yes')
    expect(await statesOf(response)).toEqual(['awaiting_confirmation', 'completed'])
    const unknown = await fetch(url.replace(receipt_id, crypto.randomUUID()), { headers })
    expect(unknown.status).toBe(404)
  })

  test('also when another process settles it', async () => {
    const other = openLive(t.owner_url, t.io.log)
    try {
      const heard = new Promise<void>((resolve) => other.hear('topic', resolve))
      // The first call may come from the connection that was just made; the news itself is awaited.
      await heard
      const news = new Promise<void>((resolve) => other.hear('topic', resolve))
      await t.io.live.tell(t.io.db, 'topic')
      await news
    } finally {
      await other.close()
    }
  })
})

test('the ledger holds after all of it', async () => {
  const found: Violation[] = []
  await checkLedger(t.io, (violation) => void found.push(violation))
  expect(found).toEqual([])
})
