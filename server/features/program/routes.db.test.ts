import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadProgram, loadProgramVersion } from './load-program.ts'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'
const groups = ['general', 'bonuses', 'notifications'] as const
type Group = (typeof groups)[number]

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(() => t.close())

const url = (group: Group, organization_id = shop.organization_id) =>
  `/api/v1/settings/${group}?organization_id=${organization_id}`
const read = async (group: Group) => (await shop.owner.inject('GET', url(group))).data
const patch = (group: Group, body: object) => shop.owner.inject('PATCH', url(group), body)
const whose = (of: Shop) => ({
  id: of.organization_id,
  timezone: of.organization.timezone,
  currency: of.organization.currency,
})
const withoutId = ({ request_id: _id, ...body }: Record<string, unknown>) => body

describe('settings of a new organization', () => {
  test('are the defaults, in the units of the wire', async () => {
    expect(await read('general')).toMatchObject({
      version: 1,
      mode: 'bonus',
      bonus_name: { one: 'бонус', few: 'бонуси', many: 'бонусів', fraction: 'бонуса' },
      spend_confirmation: 'bot_button',
      spend_confirmation_from: 200,
      receipts_per_day_max: 5,
      receipt_amount_max: 20_000,
      cash_rounding: 0.5,
      code_ttl_seconds: 120,
    })
    expect(await read('bonuses')).toMatchObject({
      version: 1,
      levels: [
        {
          number: 1,
          name: 'Базовий',
          min_turnover: 0,
          cashback_percent: 5,
          discount_percent: 0,
          max_pay_percent: null,
        },
      ],
      max_pay_percent: 50,
      spend_step: 1,
      expiry_mode: 'days',
      expiry_days: 180,
      max_accrual_per_receipt: null,
    })
    expect(await read('notifications')).toMatchObject({
      version: 1,
      quiet_from: '21:00',
      quiet_to: '09:00',
      marketing_per_week_max: 2,
    })
  })
})

describe('changing settings', () => {
  test('touches the given fields and raises the version of that group only', async () => {
    const before = { general: await read('general'), notifications: await read('notifications') }
    const { version } = await read('bonuses')
    const { status, data } = await patch('bonuses', {
      version,
      expiry_days: 90,
      max_pay_percent: 30.5,
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      version: version + 1,
      expiry_days: 90,
      max_pay_percent: 30.5,
      min_receipt_for_spend: 0,
    })
    expect(await read('bonuses')).toEqual(data)
    expect(await read('general')).toEqual(before.general)
    expect(await read('notifications')).toEqual(before.notifications)
  })

  test.each(groups)(
    'of %s from an old version is refused with the present settings',
    async (group) => {
      const changes = {
        general: { receipt_footer: 'Дякуємо' },
        bonuses: { restore_grace_days: 3 },
        notifications: { signature: 'Ваша кава' },
      }[group]
      const { version } = await read(group)
      expect((await patch(group, { version, ...changes })).status).toBe(200)
      const { status, body } = await patch(group, { version, ...changes })
      expect(status).toBe(409)
      expect(body.code).toBe('version_conflict')
      expect(body.data).toEqual(await read(group))
      expect(body.data).toMatchObject({ version: version + 1, ...changes })
    },
  )

  test.each(groups)('of %s sixteen times at once takes effect once', async (group) => {
    const { version } = await read(group)
    const answers = await Promise.all(Array.from({ length: 16 }, () => patch(group, { version })))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ body }) => body.code === 'version_conflict').length).toBe(15)
    expect((await read(group)).version).toBe(version + 1)
  })

  test('of two groups at once keeps both', async () => {
    const [general, bonuses] = [await read('general'), await read('bonuses')]
    const answers = await Promise.all([
      patch('general', { version: general.version, receipt_footer: 'Разом' }),
      patch('bonuses', { version: bonuses.version, expiry_days: 77 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const program = await loadProgram(t.io, whose(shop))
    expect(program).toMatchObject({ receipt_footer: 'Разом', expiry_days: 77 })
  })

  test('refuses values outside their limits', async () => {
    const wrong: [Group, object, string][] = [
      ['bonuses', { max_pay_percent: 100.01 }, 'max_pay_percent'],
      ['bonuses', { max_pay_percent: 5.001 }, 'max_pay_percent'],
      ['bonuses', { activation_delay_hours: 2161 }, 'activation_delay_hours'],
      ['bonuses', { expiry_days: 0 }, 'expiry_days'],
      ['bonuses', { spend_step: 0.5 }, 'spend_step'],
      ['bonuses', { min_receipt_for_spend: -1 }, 'min_receipt_for_spend'],
      ['bonuses', { min_receipt_for_spend: 0.001 }, 'min_receipt_for_spend'],
      ['bonuses', { return_policy: 'never' }, 'return_policy'],
      ['bonuses', { holiday: {} }, 'holiday'],
      ['bonuses', { birthday: { on: true } }, 'birthday.reward'],
      ['bonuses', { birthday_lifetime_days: 0 }, 'birthday_lifetime_days'],
      ['bonuses', { welcome: [flyer('123456')] }, 'welcome.0.code'],
      [
        'bonuses',
        { welcome: [{ ...flyer('КАВА'), lifetime_days: 366 }] },
        'welcome.0.lifetime_days',
      ],
      ['bonuses', { welcome: [flyer('кава-1'), flyer('КАВА 1')] }, 'welcome.1.code'],
      ['general', { code_ttl_seconds: 59 }, 'code_ttl_seconds'],
      ['general', { cash_rounding: 0.25 }, 'cash_rounding'],
      ['general', { bonus_name: { one: 'бал' } }, 'bonus_name.few'],
      [
        'general',
        { identify_by_phone: false, identify_by_card: false, identify_by_code: false },
        'identify_by_phone',
      ],
      ['general', { compensation_max: 50, compensation_day_max: 20 }, 'compensation_day_max'],
      ['general', { organization_id: ABSENT }, 'organization_id'],
      ['notifications', { quiet_from: '24:00' }, 'quiet_from'],
    ]
    for (const [group, body, path] of wrong) {
      const { version } = await read(group)
      const answer = await patch(group, { version, ...body })
      expect(answer.status, JSON.stringify(body)).toBe(422)
      expect(answer.body.fields[0].path).toBe(path)
      expect((await read(group)).version).toBe(version)
    }
    expect((await patch('bonuses', { expiry_days: 10 })).body.fields[0].path).toBe('version')
  })

  test('of somebody else’s organization answers as if it were not there', async () => {
    for (const group of groups) {
      for (const method of ['GET', 'PATCH'] as const) {
        const body = method === 'PATCH' ? { version: 1 } : undefined
        const foreign = await shop.owner.inject(method, url(group, stranger.organization_id), body)
        const absent = await shop.owner.inject(method, url(group, ABSENT), body)
        expect(foreign.status).toBe(404)
        expect(withoutId(foreign.body)).toEqual(withoutId(absent.body))
      }
      expect((await openBrowser(t).inject('GET', url(group))).status).toBe(401)
    }
  })
})

const flyer = (code: string) => ({
  ...{ kind: 'flyer', on: true, code, amount: 50, pos_ids: [], lifetime_days: 30 },
  ...{ date_from: null, date_to: null, max_uses: null },
})

describe('welcome gifts', () => {
  test('replace each other whole; a flyer keeps the id its uses are counted by', async () => {
    const save = async (welcome: object[]) => {
      const { version } = await read('bonuses')
      return (await patch('bonuses', { version, welcome })).data.welcome
    }
    const [first, second] = await save([flyer('осінь 26'), flyer('ZIMA-26')])
    expect(first).toMatchObject({ code: 'ОСІНЬ26', amount: 50 })
    const [kept, added] = await save([
      { ...second, amount: 60 },
      { ...flyer('VESNA'), id: ABSENT },
    ])
    expect(kept).toEqual({ ...second, amount: 60 })
    expect([ABSENT, first.id]).not.toContain(added.id)
    expect(await save([])).toEqual([])
  })
})

describe('the ladder', () => {
  const level = (min_turnover: number, cashback_percent: number, more: object = {}) => ({
    name: `Від ${min_turnover}`,
    min_turnover,
    cashback_percent,
    discount_percent: 0,
    max_pay_percent: null,
    ...more,
  })
  const save = async (levels: object[]) => {
    const { version } = await read('bonuses')
    return patch('bonuses', { version, levels })
  }

  test('gives each new level a number of its own, never one that was used before', async () => {
    const first = await save([level(0, 3, { number: 1 }), level(1000, 5), level(5000.5, 7)])
    expect(first.data.levels.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3])
    expect(first.data.levels[2].min_turnover).toBe(5000.5)
    const second = await save([level(0, 3, { number: 1 }), level(5000.5, 7, { number: 3 })])
    expect(second.data.levels.map(({ number }: { number: number }) => number)).toEqual([1, 3])
    const third = await save([
      level(0, 3, { number: 1 }),
      level(2000, 4),
      level(9000, 9, { number: 2 }),
    ])
    expect(third.data.levels.map(({ number }: { number: number }) => number)).toEqual([1, 4, 5])
  })

  test('begins at zero and grows strictly', async () => {
    expect((await save([level(1, 3)])).body.fields).toMatchObject([
      { path: 'levels.0.min_turnover', code: 'first_level_not_zero' },
    ])
    const equal = await save([level(0, 3), level(100, 4), level(100, 5)])
    expect(equal.status).toBe(422)
    expect(equal.body.fields).toMatchObject([
      { path: 'levels.2.min_turnover', code: 'levels_not_increasing' },
    ])
    expect((await save([])).status).toBe(422)
    const many = Array.from({ length: 11 }, (_, n) => level(n, 1))
    expect((await save(many)).status).toBe(422)
  })
})

describe('the program a receipt is settled by', () => {
  test('is the one that was valid at its time', async () => {
    const own = await openShop(t)
    const opened_at = t.clock.now()
    t.clock.advance(60_000)
    await own.set('bonuses', { expiry_days: 10 })
    const changed_at = t.clock.now()
    t.clock.advance(60_000)
    await own.set('bonuses', { expiry_days: 20 })

    const daysAt = async (at?: Date) => {
      const program = await loadProgram(t.io, whose(own), at)
      return [program.version, program.expiry_days]
    }
    expect(await daysAt()).toEqual([3, 20])
    expect(await daysAt(new Date(changed_at.getTime() - 1))).toEqual([1, 180])
    expect(await daysAt(changed_at)).toEqual([2, 10])
    expect(await daysAt(new Date(changed_at.getTime() + 59_999))).toEqual([2, 10])
    // Before there was a program, the first one.
    expect(await daysAt(new Date(opened_at.getTime() - 1000))).toEqual([1, 180])
    expect(await loadProgramVersion(t.io, whose(own), 2)).toMatchObject({
      version: 2,
      expiry_days: 10,
    })
  })

  test('carries the organization’s present zone and currency, in inner units', async () => {
    const own = await openShop(t)
    await own.owner.inject('PATCH', `/api/v1/organizations/${own.organization_id}`, {
      version: 1,
      timezone: 'America/New_York',
    })
    const program = await loadProgram(t.io, { ...whose(own), timezone: 'America/New_York' })
    expect(program).toMatchObject({
      version: 1,
      timezone: 'America/New_York',
      currency: 'UAH',
      max_pay_percent: 5_000,
      spend_step: 100,
      receipt_amount_max: 2_000_000,
    })
  })

  test('changes for a till at its next call', async () => {
    const own = await openShop(t)
    const mode = async () =>
      (await own.till.inject('GET', '/pos-api/v1/manager')).data.organization.mode
    expect(await mode()).toBe('bonus')
    await own.set('general', { mode: 'both' })
    expect(await mode()).toBe('both')
  })

  test('is announced with its change, but notifications are not part of it', async () => {
    const own = await openShop(t)
    const facts = async () =>
      (
        await t.io.db
          .selectFrom('announcement')
          .select(['fact', 'payload'])
          .where('organization_id', '=', own.organization_id)
          .execute()
      ).map(({ fact, payload }) => ({ fact, ...JSON.parse(payload) }))
    await own.set('notifications', { signature: 'Кава' })
    expect(await facts()).toEqual([])
    await own.set('bonuses', { expiry_mode: 'never' })
    const { organization_id } = own
    expect(await facts()).toEqual([
      { fact: 'program_changed', organization_id, from_version: 1, to_version: 2 },
    ])
  })
})
