import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuyer } from '#server/testing/buyers.ts'
import { balanceOf, entriesOf, forget, referral, violationsOf } from '#server/testing/gifts.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, cancel, create, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { newId } from '#server/io/id.ts'
import { rewardInviter } from './reward-inviter.ts'
import { takeBackReward } from './take-back-reward.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  shop = await openShop(t, { program: { bonuses: { referral: referral(30, 50) } } })
})
afterAll(() => t.close())

type Person = Awaited<ReturnType<typeof enter>>
async function enter(of = shop, phone = newPhone()) {
  const { buyer_id } = await openBuyer(t, of, { phone })
  return { phone, key: { organization_id: of.organization_id, buyer_id } }
}
const invite = (friend: string, inviter: string, of = shop) =>
  of.owner.inject('POST', '/api/v1/buyers', {
    organization_id: of.organization_id,
    phone: friend,
    inviter_phone: inviter,
  })
async function friendOf(inviter: Person, of = shop): Promise<Person> {
  const friend = await enter(of)
  const answer = await invite(friend.phone, inviter.phone, of)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return friend
}
const buy = (friend: Person, total = 100, of = shop) =>
  sell(of.till, { buyer: { phone: friend.phone }, body: { total } })

describe('an invited friend', () => {
  test('gets the gift with the first receipt from the minimum on; the inviter soon after', async () => {
    const inviter = await enter()
    const friend = await friendOf(inviter)
    expect((await buy(friend, 99)).totals.gifts).toBe(0)
    const other = await friendOf(inviter)
    expect((await buy(other)).totals.gifts).toBe(30)
    await t.runJobs()
    expect(await balanceOf(t, other.key)).toBe(500 + 3_000)
    expect((await entriesOf(t, inviter.key)).map((entry) => entry.split(' ')[2])).toEqual(['5000'])
  })

  test('that returns the purchase takes both gifts back, and both may come again', async () => {
    const inviter = await enter()
    const friend = await friendOf(inviter)
    const made = await buy(friend)
    await t.runJobs()
    await cancel(shop.till, made.receipt_id)
    await t.runJobs()
    expect([await balanceOf(t, friend.key), await balanceOf(t, inviter.key)]).toEqual([0, 0])
    await buy(friend)
    await t.runJobs()
    expect([await balanceOf(t, friend.key), await balanceOf(t, inviter.key)]).toEqual([
      3_500, 5_000,
    ])
  })

  test('rewards the inviter once, however often and in whatever order the jobs run', async () => {
    const inviter = await enter()
    const friend = await friendOf(inviter)
    const { receipt_id } = await buy(friend)
    const key = { organization_id: shop.organization_id, receipt_id }
    await Promise.all(Array.from({ length: 32 }, () => rewardInviter(t.io, key)))
    expect(await balanceOf(t, inviter.key)).toBe(5_000)
    await cancel(shop.till, receipt_id)
    await Promise.all(
      Array.from({ length: 32 }, (_none, index) =>
        index % 2 === 0 ? rewardInviter(t.io, key) : takeBackReward(t.io, key),
      ),
    )
    await rewardInviter(t.io, key)
    expect(await balanceOf(t, inviter.key)).toBe(0)
    await t.runJobs()
    expect(await balanceOf(t, inviter.key)).toBe(0)
  })

  test('who was forgotten and comes back brings nothing to anybody', async () => {
    const inviter = await enter()
    const friend = await friendOf(inviter)
    await buy(friend)
    await t.runJobs()
    await forget(t, friend.key)
    await sql`update buyer set referred_by = null where id = ${friend.key.buyer_id}`.execute(
      t.io.db,
    )
    const back = await enter(shop, friend.phone)
    await invite(friend.phone, inviter.phone)
    expect((await buy(back)).totals.gifts).toBe(0)
    await t.runJobs()
    expect(await balanceOf(t, inviter.key)).toBe(5_000)
  })

  test('may get nothing while the inviter is rewarded', async () => {
    const other = await openShop(t, { program: { bonuses: { referral: referral(0, 40) } } })
    const inviter = await enter(other)
    const friend = await friendOf(inviter, other)
    expect((await buy(friend, 100, other)).totals.gifts).toBe(0)
    await t.runJobs()
    expect(await balanceOf(t, inviter.key)).toBe(4_000)
    expect(await violationsOf(t, other.organization_id)).toEqual([])
  })

  test('may be registered at the till with the phone of who invited', async () => {
    const inviter = await enter()
    const phone = newPhone()
    const shown = await calculate(shop.till, { buyer: { phone } })
    const ask = (inviter_phone: string) =>
      create(shop.till, shown.data.receipt_id, {
        buyer: { phone },
        register: { name: 'Олег', inviter_phone },
      })
    const wrong = await ask(newPhone())
    expect(wrong.body.fields[0]).toMatchObject({
      path: 'register.inviter_phone',
      code: 'inviter_unknown',
    })
    // Nobody was registered for a receipt that was not made: the inviter can still be told.
    const again = await calculate(shop.till, { buyer: { phone } })
    expect(again.data).toMatchObject({ can_register: true, can_name_inviter: true })
    expect((await ask(inviter.phone)).data.totals.gifts).toBe(30)
  })
})

describe('an inviter', () => {
  test('is told on the buyer’s card, and shown there from then on', async () => {
    const inviter = await enter()
    const friend = await enter()
    const { organization_id } = shop
    const card = async () => {
      const ask = { organization_id, buyer_id: friend.key.buyer_id }
      const answer = await shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', ask)
      return answer.body.data.buyer.referral
    }
    const tell = (buyer_id: string) =>
      shop.owner.inject('POST', `/api/v1/buyers/${buyer_id}/inviter`, {
        organization_id,
        inviter_phone: inviter.phone,
      })
    expect(await card()).toEqual({ inviter: null, may_be_invited: true })
    expect((await tell(friend.key.buyer_id)).status).toBe(200)
    expect(await card()).toMatchObject({
      inviter: { id: inviter.key.buyer_id },
      may_be_invited: false,
    })
    expect((await tell(newId(t.clock.now()))).body.code).toBe('buyer_not_found')
  })

  test('is told once, never oneself, never one’s own friend, never after a receipt', async () => {
    const inviter = await enter()
    const friend = await friendOf(inviter)
    const code = async (who: Person, by: Person) =>
      (await invite(who.phone, by.phone)).body.fields?.[0]?.code
    expect(await code(friend, await enter())).toBe('already_invited')
    expect(await code(inviter, inviter)).toBe('self_referral')
    expect(await code(inviter, friend)).toBe('self_referral')
    const regular = await enter()
    await buy(regular)
    expect(await code(regular, inviter)).toBe('not_a_newcomer')
    const closed = await openShop(t)
    const refused = await invite(newPhone(), (await enter(closed)).phone, closed)
    expect(refused.body.fields[0].code).toBe('referral_off')
  })

  test('of three a month may invite three of 16 who come at once', async () => {
    const other = await openShop(t, {
      program: { bonuses: { referral: referral(0, 10, { monthly_cap: 3, max_friends: 5 }) } },
    })
    const inviter = await enter(other)
    const friends = await Promise.all(Array.from({ length: 16 }, () => enter(other)))
    const answers = await Promise.all(
      friends.map((friend) => invite(friend.phone, inviter.phone, other)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const codes = answers.flatMap(({ body }) => body.fields?.[0]?.code ?? [])
    expect(new Set(codes)).toEqual(new Set(['inviter_limit']))
  })

  test('is rewarded within the cap, however many friends buy at once', async () => {
    const other = await openShop(t, {
      program: { bonuses: { referral: referral(0, 10, { monthly_cap: 3 }) } },
    })
    const inviter = await enter(other)
    const friends = await Promise.all(Array.from({ length: 12 }, () => enter(other)))
    await sql`update buyer set referred_by = ${inviter.key.buyer_id}, referred_at = ${t.clock.now()}
      where organization_id = ${other.organization_id} and id <> ${inviter.key.buyer_id}`.execute(
      t.io.db,
    )
    const made = await Promise.all(friends.map((friend) => buy(friend, 100, other)))
    const { organization_id } = other
    await Promise.all(
      made.map(({ receipt_id }) => rewardInviter(t.io, { organization_id, receipt_id })),
    )
    expect(await balanceOf(t, inviter.key)).toBe(3_000)
  })
})

test('the ledger agrees with itself after all of it', async () => {
  expect(await violationsOf(t, shop.organization_id)).toEqual([])
})
