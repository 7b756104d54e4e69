import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from './in-time.ts'
import { Refusal } from './refusal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  // The timer that all calls share ends with the last of them.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const never = () => new Promise<string>(() => {})

/** What became of a call so far. */
function follow(work: Promise<string>): () => string {
  let state = 'waits'
  inTime(work).then(
    (answer) => (state = answer),
    (error: unknown) => (state = error instanceof Refusal ? error.code : String(error)),
  )
  return () => state
}

test('passes on what the work answers and throws', async () => {
  expect(await inTime(Promise.resolve('done'))).toBe('done')
  await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('work that hangs is refused after 25 seconds and before 26, whenever it began', async () => {
  const first = follow(never())
  await vi.advanceTimersByTimeAsync(600)
  const second = follow(never())
  await vi.advanceTimersByTimeAsync(24_300)
  expect([first(), second()]).toEqual(['waits', 'waits'])
  await vi.advanceTimersByTimeAsync(100)
  expect([first(), second()]).toEqual(['busy', 'waits'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(second()).toBe('busy')
})

test('work that ends late, after it was refused, changes nothing any more', async () => {
  let end: (answer: string) => void = () => {}
  const state = follow(new Promise((resolve) => (end = resolve)))
  await vi.advanceTimersByTimeAsync(26_000)
  end('done')
  await vi.advanceTimersByTimeAsync(1)
  expect(state()).toBe('busy')
})

test('a call at work keeps none that came after it from its answer, and no timer is left', async () => {
  const [hangs, answered] = [follow(never()), follow(Promise.resolve('done'))]
  await vi.advanceTimersByTimeAsync(1)
  expect([hangs(), answered()]).toEqual(['waits', 'done'])
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(26_000)
  expect(vi.getTimerCount()).toBe(0)
})
