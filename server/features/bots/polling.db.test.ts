/** Long polling where the world cannot reach us: one process at a time asks for a bot's updates. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBotWorld, openTelegramShop } from '#server/testing/bots.ts'
import { startPolling } from './poll-telegram.ts'

let world: Awaited<ReturnType<typeof openBotWorld>>
beforeAll(async () => {
  world = await openBotWorld({ config: { PUBLIC_URL: 'http://localhost:3000' } })
  world.t.clock.set(new Date())
})
afterAll(() => world.close())

const clientOf = () =>
  world.t.io.db
    .selectFrom('bot_client')
    .select(['id', 'mode', 'polled_by', 'polled_until'])
    .executeTakeFirstOrThrow()

async function until(done: () => Promise<boolean> | boolean): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    if (await done()) return
    await sleep(50)
  }
  throw new Error('what was waited for did not come')
}

test('of several processes one polls; when it ends or dies, another does; no update is lost or taken twice', async () => {
  const { bot, slug } = await openTelegramShop(world.t, world.telegram)
  expect((await clientOf()).mode).toBe('polling')
  // Telegram opens pages over https alone.
  expect(bot.menu).toEqual({ type: 'commands' })
  const stops = [startPolling(world.t.io), startPolling(world.t.io), startPolling(world.t.io)]
  const person = world.telegram.person(bot, 31)
  const taken = async () => {
    const rows = await world.t.io.db.selectFrom('bot_update').select('key').execute()
    return rows.length
  }
  await person.start(`p${slug}_qr`)
  await until(async () => (await taken()) === 1)
  const first = (await clientOf()).polled_by
  expect(first).not.toBeNull()
  expect(bot.conflicts).toBe(0)

  // All of them end in order but one; whoever has the lease gives it back.
  await Promise.all(stops.slice(0, 2).map((stop) => stop()))
  await person.write('/menu')
  await until(async () => (await taken()) === 2)

  // The last one is gone without a word: its lease runs out, and a new process takes over.
  await stops[2]?.()
  const now = world.t.clock.now()
  await world.t.io.db
    .updateTable('bot_client')
    .set({ polled_by: 'a dead one', polled_until: new Date(now.getTime() + 30_000) })
    .execute()
  const stop = startPolling(world.t.io)
  await person.write('/balance')
  await sleep(1_200)
  expect(await taken()).toBe(2)
  world.t.clock.advance(31_000)
  await until(async () => (await taken()) === 3)
  await stop()
  expect(bot.conflicts).toBe(0)
  await world.settle()
  expect(person.messages.length).toBe(3)
})
