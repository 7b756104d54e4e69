import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#server/testing/property-runs.ts'
import { actorOf, shortChanges } from './rules.ts'

it('names an actor as the ledger does', () => {
  expect(actorOf({ user_id: 'u' })).toBe('owner:u')
  expect(actorOf({ cashier_id: 'c', address: 'x' })).toBe('cashier:c')
})

it('tells changed fields only, long texts cut and lists by their size', () => {
  const before = { name: 'A', limit: 5, tags: ['x'], levels: [{ n: 1 }], note: null }
  const after = {
    name: 'Б'.repeat(200),
    limit: 5,
    tags: ['x', 'y'],
    levels: [{ n: 1 }, { n: 2 }],
    note: undefined,
  }
  const changes = shortChanges(before, after)
  expect(Object.keys(changes)).toEqual(['name', 'tags', 'levels'])
  expect(changes['levels']).toEqual([1, 2])
  expect(changes['tags']).toEqual(['["x"]', '["x","y"]'])
  expect(String(changes['name']?.[1])).toHaveLength(80)
  // The database takes no half of a letter.
  const within = shortChanges({}, { name: `${'a'.repeat(78)}💥…` })
  expect(within['name']?.[1]).toBe(`${'a'.repeat(78)}…`)
})

it('a change of anything is short, and nothing changed is no change', () => {
  fc.assert(
    fc.property(fc.object(), fc.object(), (before, after) => {
      expect(shortChanges(before, before)).toEqual({})
      expect(JSON.stringify(shortChanges(before, after)).length).toBeLessThan(10_000)
    }),
    runs(200),
  )
})
