import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { insertMessages } from './message-store.ts'
import { jobs } from './jobs.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ config: { KEEP_MESSAGES_DAYS: '60' } })
})
afterAll(() => t.close())

const DAY_MS = 86_400_000
const organization_id = newId(new Date())

/** Keeps a message of so many days ago, named by its source. */
async function keep(
  source: string,
  days: number,
  { kind = 'receipt_completed', priority = 1, state = 'sent' } = {},
) {
  const created_at = new Date(t.clock.now().getTime() - days * DAY_MS)
  const id = newId(created_at)
  const ids = { organization_id, id, client_id: id, subscriber_id: id, buyer_id: null }
  const row = { ...ids, kind, source, priority, body: '{}', due_at: created_at, created_at }
  await insertMessages(t.io.db, [row])
  await t.io.db.updateTable('bot_message').set({ state }).where('id', '=', id).execute()
}

test('messages are forgotten when their time is over, and nothing that somebody may look at', async () => {
  await keep('told long ago', 61)
  await keep('refused long ago', 400, { state: 'blocked' })
  await keep('told', 59)
  await keep('answered', 4, { kind: 'answer', priority: 0 })
  await keep('answered now', 2, { kind: 'answer', priority: 0 })
  await keep('still waiting', 61, { state: 'queued' })
  await keep('of a thread', 400, { kind: 'manual' })
  await keep('of a mailing', 400, { kind: 'post', priority: 2 })
  const forget = jobs(t.io).find(({ name }) => name === 'bots.forget_old')
  await forget?.handle({} as never)
  const left = await t.io.db.selectFrom('bot_message').select('source').orderBy('source').execute()
  expect(left.map(({ source }) => source)).toEqual([
    'answered now',
    'of a mailing',
    'of a thread',
    'still waiting',
    'told',
  ])
})
