import { setImmediate as turnEnd, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { rowsByPlace, together, type Terms } from './together.ts'

/** A statement of which the test decides when each run ends; it answers twice what was asked. */
function openStatement(terms: Partial<Terms<number, number>> = {}) {
  const runs: { asks: number[]; end(error?: Error): void }[] = []
  const ask = together<number, number>({
    batch_max: 4,
    run: (_io, asks) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(asks.map((number) => number * 2))
        runs.push({ asks, end })
      }),
    ...terms,
  })
  const io = { pool: {} as never }
  return { runs, ask: (number: number) => ask(io, number) }
}

const turn = () => sleep(5)

describe('asks that come together', () => {
  it('in one turn share a statement, and each gets its own answer', async () => {
    const { runs, ask } = openStatement()
    const answers = Promise.all([ask(1), ask(2), ask(3)])
    await turn()
    expect(runs.map(({ asks }) => asks)).toEqual([[1, 2, 3]])
    runs[0]?.end()
    expect(await answers).toEqual([2, 4, 6])
  })

  it('while a statement is in flight wait for the next one, at most so many in each', async () => {
    const { runs, ask } = openStatement()
    const first = ask(1)
    await turn()
    const rest = Promise.all([2, 3, 4, 5, 6].map(ask))
    await turn()
    expect(runs.length).toBe(1)
    runs[0]?.end()
    expect(await first).toBe(2)
    await turn()
    runs[1]?.end()
    await turn()
    runs[2]?.end()
    expect(await rest).toEqual([4, 6, 8, 10, 12])
    expect(runs.map(({ asks }) => asks)).toEqual([[1], [2, 3, 4, 5], [6]])
  })

  it('about one thing never share a statement', async () => {
    const { runs, ask } = openStatement({ thingsOf: (number) => [String(number % 2)] })
    const answers = Promise.all([ask(1), ask(2), ask(3)])
    await turn()
    runs[0]?.end()
    await turn()
    runs[1]?.end()
    expect(await answers).toEqual([2, 4, 6])
    expect(runs.map(({ asks }) => asks)).toEqual([[1, 2], [3]])
  })

  it('and are equal are one ask, but never join a statement that was sent before them', async () => {
    const { runs, ask } = openStatement({ sameAs: String })
    const both = Promise.all([ask(7), ask(7)])
    await turn()
    const later = ask(7)
    runs[0]?.end()
    expect(await both).toEqual([14, 14])
    await turn()
    runs[1]?.end()
    expect(await later).toBe(14)
    expect(runs.map(({ asks }) => asks)).toEqual([[7], [7]])
  })

  it('leave a half of many for the next statement, to work beside it', async () => {
    const { runs, ask } = openStatement({ batch_max: 128 })
    const first = ask(0)
    await turn()
    const answers = Promise.all(Array.from({ length: 100 }, (_none, number) => ask(number)))
    for (let run = 0; run < 4; run += 1) {
      runs[run]?.end()
      await turn()
    }
    expect(await first).toBe(0)
    expect(await answers).toEqual(Array.from({ length: 100 }, (_none, number) => 2 * number))
    expect(runs.map(({ asks }) => asks.length)).toEqual([1, 50, 32, 18])
  })

  it('wait for those whom the next turn brings, but not once there are many', async () => {
    const { runs, ask } = openStatement({ batch_max: 128 })
    const answers: Promise<number>[] = []
    const come = async (...numbers: number[]) => {
      answers.push(...numbers.map(ask))
      await turnEnd()
    }
    await come(1, 2)
    await come(3)
    await turn()
    runs[0]?.end()
    // From here on somebody comes in every turn.
    await come(4, 5)
    for (let number = 6; number <= 60; number += 1) await come(number)
    runs[1]?.end()
    await turn()
    runs[2]?.end()
    expect(await Promise.all(answers)).toEqual(answers.map((_none, index) => 2 * (index + 1)))
    expect(runs.map(({ asks }) => asks.length)).toEqual([3, 32, 25])
  })

  it('are tried one by one when their statement fails, so that one spoils no other', async () => {
    const { runs, ask } = openStatement()
    const answers = Promise.allSettled([ask(1), ask(2)])
    await turn()
    runs[0]?.end(new Error('one of them is at fault'))
    await turn()
    runs[1]?.end()
    await turn()
    runs[2]?.end(new Error('this one'))
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: { message: 'this one' } },
    ])
    expect(runs.map(({ asks }) => asks)).toEqual([[1, 2], [1], [2]])
  })

  it('are all told at once when there is no database', async () => {
    const { runs, ask } = openStatement()
    const answers = Promise.allSettled([ask(1), ask(2)])
    await turn()
    runs[0]?.end(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(runs.length).toBe(1)
  })

  it('do not wait for ever behind a statement that hangs', async () => {
    const { runs, ask } = openStatement()
    const hanging = ask(1)
    await turn()
    const next = ask(2)
    await expect.poll(() => runs.length, { timeout: 5000 }).toBe(2)
    runs[1]?.end()
    expect(await next).toBe(4)
    runs[0]?.end()
    expect(await hanging).toBe(2)
  })
})

it('rows find the keys they belong to by place, and a key without a row gets none', () => {
  expect(
    rowsByPlace(
      [
        { i: 2, name: 'c' },
        { i: 0, name: 'a' },
      ],
      3,
    ),
  ).toEqual([{ i: 0, name: 'a' }, undefined, { i: 2, name: 'c' }])
})
