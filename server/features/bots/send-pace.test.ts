import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Db } from '#server/io/db.ts'
import { takePlace, takeSparePlace } from './send-pace.ts'

/** How many of these moments the fullest second holds. */
const fullest = (moments: readonly number[]): number =>
  Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000).length))

test('a messenger never gets more in a second than it takes, however uneven the way is', async () => {
  const io = { db: {} as Db }
  const came: number[] = []
  /**
   * The way there is long for some and short for those who follow, which crowds them. Never as short
   * as the first one's, by which the pace is kept: a busy machine lets that one wait as well.
   */
  const send = async (number: number, take: typeof takePlace) => {
    const { answered } = await take(io, 'bot')
    await sleep(number === 0 ? 2 : 30 + (number % 3) * 40)
    came.push(performance.now())
    await sleep(number % 5)
    answered()
  }
  await send(0, takeSparePlace)
  const all = Array.from({ length: 75 }, (_, number) => send(number + 1, takeSparePlace))
  await Promise.all(all)
  expect(fullest(came)).toBeLessThanOrEqual(29)
}, 15_000)

test('the last place is left to what is no advertising', async () => {
  const io = { db: {} as Db }
  for (let each = 0; each < 29; each += 1) await takeSparePlace(io, 'bot')
  const late = () => sleep(100, 'waits')
  expect(await Promise.race([takeSparePlace(io, 'bot'), late()])).toBe('waits')
  expect(await Promise.race([takePlace(io, 'bot'), late()])).not.toBe('waits')
  expect(await Promise.race([takePlace(io, 'bot'), late()])).toBe('waits')
})

test('a place that was not used is free at once', async () => {
  const io = { db: {} as Db }
  for (let each = 0; each < 100; each += 1) (await takeSparePlace(io, 'bot')).unused()
  expect(await Promise.race([takeSparePlace(io, 'bot'), sleep(500, 'waits')])).not.toBe('waits')
})
