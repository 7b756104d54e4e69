/**
 * Sixty-four at once, of everything that may have one effect only. The calls go to two programs in
 * two processes on one database, so that nothing but the database keeps them apart. A control that
 * reads and then writes without a condition must break here, or the trial would show nothing.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { signUpOwner, type Answer } from '#server/testing/identity.ts'
import { cancel, create, idOf, newKey, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, withToken, type Shop, type Till } from '#server/testing/shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { addIntegration, openPrograms, type Programs } from '#server/testing/trial-programs.ts'

const MANY = 64
const ROUNDS = countOf({ quick: 2, everyday: 20, release: 100 })

let world: Programs

beforeAll(async () => {
  world = await openPrograms(2)
}, 120_000)
afterAll(() => world.close())

const times = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_none, index) => make(index)))

type Race = {
  shop: Shop
  /** Calls our own program: for preparing. */
  near: Till
  /** Calls the two programs in turn. */
  far: Till
}

/** A shop whose limits are out of the way, and a till of it. */
async function openRace(general: object = {}): Promise<Race> {
  world.now()
  const { t } = world
  const shop = await openShop(t, {
    program: {
      general: { receipts_per_day_max: 0, spend_confirmation: 'none', ...general },
      bonuses: { accrue_when_bonuses_spent: false, max_pay_percent: 100 },
    },
  })
  const near = await addIntegration(shop, (token) => withToken(t, token))
  return { shop, near, far: world.remoteTill(near) }
}

/** A test that plays its rounds on one shop; `prepare` and `play` see the shop of the race. */
function race(name: string, play: (it: Race) => Promise<void>, general?: object): void {
  const title = `${name} (64 × ${ROUNDS})`
  test(
    title,
    async ({ annotate }) => {
      const it = await openRace(general)
      for (let round = 0; round < ROUNDS; round += 1) {
        world.now()
        await play(it)
      }
      await annotate(`${ROUNDS} rounds of ${MANY} calls at once`)
    },
    TRIAL_MS,
  )
}

/** The same with a new shop, and so a new owner, for each round: owners' calls are limited. */
function raceOfOwners(name: string, play: (it: Race) => Promise<void>): void {
  test(
    `${name} (64 × ${ROUNDS})`,
    async ({ annotate }) => {
      for (let round = 0; round < ROUNDS; round += 1) await play(await openRace())
      await annotate(`${ROUNDS} rounds of ${MANY} calls at once`)
    },
    TRIAL_MS,
  )
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
const made = (answers: Answer[], status = 201) => answers.filter((a) => a.status === status)
const codes = (answers: Answer[]) =>
  [
    ...new Set(answers.filter((a) => a.status >= 300).map(({ body }) => String(body.code))),
  ].toSorted((a, b) => a.localeCompare(b))
const bodies = (answers: Answer[]) => new Set(answers.map(({ body }) => JSON.stringify(body)))
const now = () => new Date()

const accountOf = (buyer_id: string) =>
  world.t.io.db
    .selectFrom('account')
    .select(['balance', 'debt', 'turnover', 'receipts'])
    .where('buyer_id', '=', buyer_id)
    .executeTakeFirstOrThrow()

async function countRows(table: 'receipt' | 'trial' | 'buyer', column: string, value: string) {
  const { ref } = world.t.io.db.dynamic
  const { count } = await world.t.io.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ref(column), '=', value)
    .executeTakeFirstOrThrow()
  return count
}

race('spending one balance never overdraws it', async ({ shop, far }) => {
  const { buyer_id, phone } = await openBuyer(world.t, shop)
  await giveBonuses(shop, buyer_id, 100)
  const ask = { buyer: { phone }, spend: 10, receipt: { total: 20 } }
  const answers = await times(() => create(far, idOf(now()), ask))
  expect(made(answers)).toHaveLength(10)
  expect(codes(answers)).toEqual(['insufficient_bonuses'])
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 0, debt: 0, receipts: 10 })
})

race('one receipt id is one receipt, and every answer is the same', async ({ shop, far }) => {
  const { buyer_id, phone } = await openBuyer(world.t, shop)
  await giveBonuses(shop, buyer_id, 100)
  const id = idOf(now())
  const ask = { buyer: { phone }, spend: 10, receipt: { total: 20 } }
  const answers = await times(() => create(far, id, ask))
  expect(new Set(statuses(answers))).toEqual(new Set([201]))
  expect(bodies(answers).size).toBe(1)
  expect(await countRows('receipt', 'buyer_id', buyer_id)).toBe(1)
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 9000, receipts: 1 })
})

raceOfOwners('one key gives bonuses by hand once', async ({ shop }) => {
  const { buyer_id } = await openBuyer(world.t, shop)
  const owner = world.remoteOwner(shop.owner)
  const { organization_id } = shop
  const body = { organization_id, buyer_id, amount: 7, reason: 'gift' }
  const headers = { 'idempotency-key': newKey() }
  const answers = await times(() =>
    owner('POST', '/api/v1/buyers/make_handle_accrual', body, headers),
  )
  expect([new Set(statuses(answers)), bodies(answers).size]).toEqual([new Set([201]), 1])
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 700 })
})

raceOfOwners('taking by hand never takes more than there is', async ({ shop }) => {
  const { buyer_id } = await openBuyer(world.t, shop)
  await giveBonuses(shop, buyer_id, 100)
  const owner = world.remoteOwner(shop.owner)
  const { organization_id } = shop
  const body = { organization_id, buyer_id, amount: 10, reason: 'mistake' }
  const answers = await times(() =>
    owner('POST', '/api/v1/buyers/make_handle_withdraw', body, { 'idempotency-key': newKey() }),
  )
  expect([made(answers).length, codes(answers)]).toEqual([10, ['insufficient_bonuses']])
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 0, debt: 0 })
})

race('cancels of one receipt have one effect', async ({ shop, near, far }) => {
  const { buyer_id, phone } = await openBuyer(world.t, shop)
  await giveBonuses(shop, buyer_id, 50)
  const sold = await sell(near, { buyer: { phone }, spend: 50, body: { total: 100 } })
  const answers = await times(() => cancel(far, sold.receipt_id))
  expect([made(answers, 200).length, codes(answers)]).toEqual([1, ['already_cancelled']])
  expect(await accountOf(buyer_id)).toEqual({ balance: 5000, debt: 0, turnover: 0, receipts: 0 })
})

race('cancels of one key answer the same', async ({ near, far }) => {
  const sold = await sell(near, { buyer: { phone: newPhone() } })
  const key = newKey()
  const answers = await times(() => cancel(far, sold.receipt_id, {}, key))
  expect([new Set(statuses(answers)), bodies(answers).size]).toEqual([new Set([200]), 1])
})

race('partial cancels never give back more than was paid', async ({ near, far }) => {
  const sold = await sell(near, { buyer: { phone: newPhone() }, body: { total: 100 } })
  const answers = await times(() => cancel(far, sold.receipt_id, { amount: 15 }))
  expect(made(answers, 200)).toHaveLength(6)
  expect(codes(answers)).toEqual(['validation_failed'])
  expect(await accountOf(sold.buyer.id)).toMatchObject({ turnover: 1000, debt: 0 })
})

race('a cancel beside spends of what it takes back ends in the right debt', async (it) => {
  const { shop, near, far } = it
  const { buyer_id, phone } = await openBuyer(world.t, shop)
  // 5 % of 2000 are 100 bonuses.
  const sold = await sell(near, { buyer: { phone }, body: { total: 2000 } })
  const ask = { buyer: { phone }, spend: 10, receipt: { total: 20 } }
  const answers = await times((index) =>
    index === 5 ? cancel(far, sold.receipt_id) : create(far, idOf(now()), ask),
  )
  const spends = made(answers).length
  expect(made(answers, 200)).toHaveLength(1)
  expect(spends).toBeLessThanOrEqual(10)
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 0, debt: spends * 1000 })
})

race('one one-time code pays for one receipt', async ({ shop, far }) => {
  const { organization_id } = shop
  const { buyer_id } = await openBuyer(world.t, shop)
  await giveBonuses(shop, buyer_id, 1000)
  const { code } = await issueCode(world.t.io, { organization_id, buyer_id, ttl_seconds: 120 })
  const ask = { buyer: { promocode: code }, spend: 10, receipt: { total: 100 } }
  const answers = await times(() => create(far, idOf(now()), ask))
  expect([made(answers).length, codes(answers)]).toEqual([1, ['code_used']])
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 99_000, receipts: 1 })
})

race('one new phone is one buyer, whoever sells first', async ({ far }) => {
  const ask = { buyer: { phone: newPhone() }, receipt: { total: 20 }, register: {} }
  const answers = await times(() => create(far, idOf(now()), ask))
  expect(new Set(statuses(answers))).toEqual(new Set([201]))
  const buyers = [...new Set(answers.map(({ data }) => data.buyer.id as string))]
  expect(buyers).toHaveLength(1)
  expect(await accountOf(buyers[0] ?? '')).toMatchObject({ receipts: MANY, balance: 6400 })
})

race('one number of the till is one receipt', async ({ far }) => {
  const number = newKey().slice(0, 40)
  const answers = await times(() => create(far, idOf(now()), { receipt: { total: 5, number } }))
  expect([made(answers).length, codes(answers)]).toEqual([1, ['duplicate_number']])
})

raceOfOwners('compensations of a day stay under its cap', async ({ shop }) => {
  await shop.set('general', { compensation_max: 10, compensation_day_max: 100 })
  const senior = world.remoteTill(await shop.addTill({ role: 'senior' }))
  const { buyer_id, phone } = await openBuyer(world.t, shop)
  const query = new URLSearchParams({ phone, amount: '10', reason: 'Зіпсований товар' })
  const path = `/pos-api/v1/bonuses/add-bonuses-for-cancel?${query.toString()}`
  const answers = await times(() => senior.inject('POST', path))
  expect([made(answers).length, codes(answers)]).toEqual([10, ['not_allowed']])
  expect(await accountOf(buyer_id)).toMatchObject({ balance: 10_000 })
})

raceOfOwners('a change of settings from one version wins once', async ({ shop }) => {
  const path = `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`
  const owner = world.remoteOwner(shop.owner)
  const { version } = (await owner('GET', path)).data
  const answers = await times((index) => owner('PATCH', path, { version, expiry_days: index + 1 }))
  expect([made(answers, 200).length, codes(answers)]).toEqual([1, ['version_conflict']])
})

raceOfOwners('one license serves one point of sale', async ({ shop }) => {
  const { organization_id, license_id, pos_id } = shop
  const added = await Promise.all(
    Array.from({ length: 8 }, (_none, index) =>
      shop.owner.inject('POST', `/api/v1/pos?organization_id=${organization_id}`, {
        name: `Точка ${index + 2}`,
      }),
    ),
  )
  await shop.owner.inject('PATCH', `/api/v1/pos/${pos_id}/deactivate`)
  const ids = added.map(({ data }) => data.id as string)
  const owner = world.remoteOwner(shop.owner)
  const answers = await times((index) =>
    owner('PATCH', `/api/v1/pos/${ids[index % 8]}/activate?license_id=${license_id}`),
  )
  const serving = await world.t.io.db
    .selectFrom('pos')
    .select('id')
    .where('license_id', '=', license_id)
    .execute()
  expect(serving).toHaveLength(1)
  // Repeating the assignment that won changes nothing and is no mistake.
  const winners = answers.flatMap(({ status }, index) => (status === 200 ? [ids[index % 8]] : []))
  expect(new Set(winners)).toEqual(new Set([serving[0]?.id]))
  expect(codes(answers)).toEqual(['license_already_assigned'])
})

raceOfOwners('one refresh token gets one successor', async ({ shop }) => {
  const owner = world.remoteOwner(shop.owner)
  const answers = await times(() => owner('POST', '/api/v1/user/refresh'))
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  const given = answers.map(({ headers }) =>
    [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]),
  )
  expect(new Set(given.map((pair) => pair.join())).size).toBe(1)
  const sessions = await world.t.io.db
    .selectFrom('session')
    .select('ended_at')
    .where('user_id', '=', shop.owner.user.id)
    .execute()
  expect(sessions).toEqual([{ ended_at: null }])
})

raceOfOwners('one account gets one trial', async () => {
  const owner = await signUpOwner(world.t)
  const inject = world.remoteOwner(owner)
  const answers = await times((index) =>
    inject('POST', '/api/v1/organizations', { name: `Крамниця ${index}` }),
  )
  expect(codes(answers)).toEqual(['rate_limited'])
  const licensed = made(answers).filter(({ data }) => data.opened.license_id !== null)
  expect([made(answers).length, licensed.length]).toEqual([20, 1])
  expect(await countRows('trial', 'user_id', owner.user.id)).toBe(1)
})

test(
  'the control, which reads and then writes without a condition, breaks here',
  async ({ annotate }) => {
    const pool = new pg.Pool({ connectionString: world.t.owner_url, max: 16 })
    try {
      await pool.query('create table trial_naive (id int primary key, balance int not null)')
      let broken = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        await pool.query('insert into trial_naive values ($1, 100)', [round])
        const spent = await times(async (): Promise<number> => {
          const { rows } = await pool.query('select balance from trial_naive where id = $1', [
            round,
          ])
          if (rows[0].balance < 10) return 0
          const left = rows[0].balance - 10
          await pool.query('update trial_naive set balance = $2 where id = $1', [round, left])
          return 1
        })
        if (spent.reduce((a, b) => a + b, 0) !== 10) broken += 1
      }
      await annotate(`the control broke in ${broken} of ${ROUNDS} rounds`)
      expect(broken / ROUNDS, 'void: the races are too gentle').toBeGreaterThan(0.1)
    } finally {
      await pool.end()
    }
  },
  TRIAL_MS,
)

test('after all of it the ledger check finds nothing', () => expectSoundLedger(world.t.io.db))
