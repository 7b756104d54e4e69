import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { endNothing } from '#server/testing/trial-world.ts'
import { sendDue } from './send-scheduled.ts'

let t: TestIo
let shop: Shop
let other: Shop

beforeAll(async () => {
  t = await openTestIo()
  t.clock.set('2026-11-20T09:00:00Z')
  shop = await openShop(t, { name: 'Кава' })
  other = await openShop(t)
  await endNothing(t)
  await sell(shop.till, { buyer: { phone: newPhone() }, body: { total: 120 } })
  await sell(shop.till, { body: { total: 30.5 } })
})
afterAll(() => t.close())

const at = (path: string) => `/api/v1/stats/${path}?organization_id=${shop.organization_id}`
const options = async () => (await shop.owner.inject('GET', at('options'))).data
const ask = {
  ...{ report: 'receipts', format: 'csv', every: 'day', hour: 9, enabled: true },
  emails: ['one@verta.test', 'two@verta.test', 'one@verta.test'],
}

test('nothing is sent for an owner whose own address is not confirmed', async () => {
  const { status, body } = await shop.owner.inject('POST', at('schedules'), ask)
  expect([status, body.code]).toEqual([403, 'not_allowed'])
  await t.io.db
    .updateTable('user_account')
    .set({ email_confirmed_at: t.clock.now() })
    .where('email', 'in', [shop.owner.email, other.owner.email])
    .execute()
})

test('a schedule names its next letter, and is written into the log of acts', async () => {
  const { status, data } = await shop.owner.inject('POST', at('schedules'), ask)
  expect(status).toBe(200)
  expect(data.schedules).toMatchObject([
    {
      ...{
        report: 'receipts',
        every: 'day',
        hour: 9,
        last: null,
        next_at: '2026-11-21T07:00:00.000Z',
      },
      emails: ['one@verta.test', 'two@verta.test'],
    },
  ])
  const { data: log } = await shop.owner.inject(
    'GET',
    `/api/v1/audit?organization_id=${shop.organization_id}&kind=report_options_changed`,
  )
  expect(log.total).toBe(1)
})

test('nothing leaves before its hour; then each receiver has one letter, however often it runs', async () => {
  t.mails.length = 0
  t.clock.set('2026-11-21T06:59:00Z')
  expect(await sendDue(t.io)).toBe(0)
  t.clock.set('2026-11-21T07:00:00Z')
  const sent = await Promise.all([sendDue(t.io), sendDue(t.io), sendDue(t.io)])
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(2)
  await t.runJobs()
  expect(await sendDue(t.io)).toBe(0)
  await t.runJobs()
  expect(t.mails.map(({ to }) => to).toSorted()).toEqual(['one@verta.test', 'two@verta.test'])
  const [letter] = t.mails
  expect(letter?.subject).toContain('Кава')
  expect(letter?.text).toContain('150,50')
  expect(letter?.text).not.toContain('{{')
  expect((await options()).schedules[0].last).toMatchObject({ start_date: '2026-11-20' })
})

const linkIn = (text: string) => /\/api\/v1\/stats\/scheduled\/\S+/.exec(text)?.[0] ?? ''

test('the link opens the file of that period to whoever has it, for a week', async () => {
  const url = linkIn(t.mails[0]?.text ?? '')
  const inject = (to: string) => t.app.inject({ method: 'GET', url: to })
  const answer = await inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('.csv')
  expect(answer.body.trim().split('\r\n')).toHaveLength(3)
  expect((await inject(`${url.slice(0, -3)}aaa`)).statusCode).toBe(404)
  t.clock.set('2026-11-28T07:01:00Z')
  expect((await inject(url)).statusCode).toBe(404)
})

test('after a long stop only the last period is sent', async () => {
  t.mails.length = 0
  expect(await sendDue(t.io)).toBe(2)
  await t.runJobs()
  expect((await options()).schedules[0].last.start_date).toBe('2026-11-27')
  expect(t.mails).toHaveLength(2)
})

test('switched off it sends nothing; on again it begins anew; once gone its links open nothing', async () => {
  const [{ id }] = (await options()).schedules
  const url = linkIn(t.mails[0]?.text ?? '')
  await shop.owner.inject('PATCH', at(`schedules/${id}`), { enabled: false })
  t.clock.set('2026-11-29T08:00:00Z')
  expect(await sendDue(t.io)).toBe(0)
  const on = await shop.owner.inject('PATCH', at(`schedules/${id}`), {
    enabled: true,
    every: 'week',
  })
  expect(on.data.schedules[0].next_at).toBe('2026-11-30T07:00:00.000Z')
  expect(await sendDue(t.io)).toBe(0)
  const stranger = `/api/v1/stats/schedules/${id}?organization_id=${other.organization_id}`
  expect((await other.owner.inject('DELETE', stranger)).status).toBe(404)
  const gone = await shop.owner.inject('DELETE', at(`schedules/${id}`))
  expect(gone.data.schedules).toEqual([])
  expect((await t.app.inject({ method: 'GET', url })).statusCode).toBe(404)
})

test('a CSV is written as the shop chose, of two changes at once one is told', async () => {
  const change = (csv_style: string) =>
    shop.owner.inject('PATCH', at('options'), { version: 0, csv_style })
  const both = await Promise.all([change('comma'), change('tab')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const { version } = await options()
  await shop.owner.inject('PATCH', at('options'), { version, csv_style: 'comma' })
  const query = new URLSearchParams({
    ...{ organization_id: shop.organization_id, report: 'receipts', format: 'csv' },
    ...{ start_date: '2026-11-20', end_date: '2026-11-20', language: 'en' },
  })
  const { body } = await shop.owner.inject('GET', `/api/v1/stats/export?${query.toString()}`)
  expect(body).toContain(',30.5,')
})

test('what reports begin with is kept beside, each part changed alone', async () => {
  const { version, csv_style } = await options()
  const presets = [
    { name: 'Каса 1', report: 'receipts', filters: { pos_id: shop.pos_id, period: 'week' } },
  ]
  const change = (body: object) => shop.owner.inject('PATCH', at('options'), body)
  const first = await change({ version, presets, default_period: 'month' })
  expect(first.data).toMatchObject({ presets, default_period: 'month', csv_style })
  const hidden_columns = ['receipts.gross', 'period.expired']
  const { data } = await change({ version: first.data.version, hidden_columns })
  expect(data).toMatchObject({ presets, default_period: 'month', hidden_columns, csv_style })
  const stale = await change({ version, presets: [] })
  expect([stale.status, stale.body.data.presets]).toEqual([409, presets])
  const named = { name: 'x', report: 'receipts', filters: { phone: '+380671234567' } }
  expect((await change({ version: data.version, presets: [named] })).status).toBe(422)
})
