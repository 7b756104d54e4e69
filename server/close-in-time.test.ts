import { expect, test } from 'vitest'
import { closeInTime, type Step } from './close-in-time.ts'

const LONG_MS = 60_000

function hearing() {
  const told: unknown[] = []
  return { told, log: { error: (fields: unknown) => void told.push(fields) } }
}

test('everything is ended one after another, and the status is 0', async () => {
  const { told, log } = hearing()
  const ended: string[] = []
  const step = (name: string): Step => [name, async () => void ended.push(name)]
  expect(await closeInTime(log, LONG_MS, [step('calls'), step('jobs')])).toBe(0)
  expect(ended).toEqual(['calls', 'jobs'])
  expect(told).toEqual([])
})

test('what never ends is told by name, and the status is 1', async () => {
  const { told, log } = hearing()
  const steps: Step[] = [
    ['calls', async () => {}],
    ['jobs', () => new Promise(() => {})],
  ]
  expect(await closeInTime(log, 5, steps)).toBe(1)
  expect(told).toEqual([{ at: 'jobs', limit_ms: 5 }])
})

test('what fails is told with its reason, and the status is 1', async () => {
  const { told, log } = hearing()
  const fault = new Error('broken')
  const steps: Step[] = [['database', () => Promise.reject(fault)]]
  expect(await closeInTime(log, LONG_MS, steps)).toBe(1)
  expect(told).toEqual([{ at: 'database', err: fault }])
})
