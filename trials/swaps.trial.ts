/**
 * Whoever is signed in to one shop puts the ids of another into any request, alone or mixed with
 * ids of their own, each in its place or in that of another kind. Nothing of the other shop
 * changes, and no answer holds an id of it that was not sent. Void when the eye would not see one.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, sampleOf, type Operation } from '#server/testing/operations.ts'
import { digestOf, uuidsOf } from '#server/testing/shop-digest.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { openWalk, type Reply, type Walk } from '#server/testing/trial-walk.ts'
import { openWorld, type World } from '#server/testing/trial-world.ts'

const COUNT = countOf({ quick: 100, everyday: 600, release: 10_000 })
const SEED = Number(process.env['VERTA_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let walk: Walk
let victim: World
beforeAll(async () => {
  walk = await openWalk()
  victim = await openWorld(walk.t)
}, 120_000)
afterAll(() => walk.close())

/** These are no shop's own. */
const shared = /^(phone|city_id|country_id|email|.*password|redirect_url|now)$/

/** The ids that a request of an operation is made of. */
function idsIn(operation: Operation): string[] {
  const read = new Set<string>()
  const watched = new Proxy(walk.world.ids, {
    get: (ids, name) => {
      read.add(String(name))
      return Reflect.get(ids, name) as string
    },
  })
  const { params = {} } = sampleOf(operation, watched)
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  for (const name of path) if (!(name in params)) read.add(name)
  return [...read].filter((name) => name in victim.ids && !shared.test(name))
}

const uuids = (text: string) =>
  text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? ([] as string[])

/** Which of the swapped names get the id of another kind, and whether a name is swapped at all. */
type Swap = { swapped: boolean; kind: number | null }

const swapOf = (names: string[]): fc.Arbitrary<Swap[]> =>
  fc
    .array(
      fc.record({
        swapped: fc.boolean(),
        kind: fc.option(fc.nat(1000), { freq: 3 }),
      }),
      { minLength: names.length, maxLength: names.length },
    )
    .map((swaps) =>
      swaps.some(({ swapped }) => swapped)
        ? swaps
        : swaps.map((swap) => Object.assign(swap, { swapped: true })),
    )

function swappedIds(names: string[], swaps: Swap[]): Record<string, string> {
  const foreign = Object.entries(victim.ids).filter(
    ([name]) => name.endsWith('_id') && !shared.test(name),
  )
  const ids = { ...walk.world.ids }
  for (const [index, name] of names.entries()) {
    const { swapped, kind } = swaps[index] ?? { swapped: true, kind: null }
    if (!swapped) continue
    const other = kind === null ? undefined : foreign[kind % foreign.length]
    ids[name] = other?.[1] ?? victim.ids[name] ?? ''
  }
  return ids
}

function ask(operation: Operation, ids: Record<string, string>) {
  const sample = sampleOf(operation, ids)
  return { path: addressOf(operation, sample, ids), body: sample.body }
}

const leaked = (reply: Reply, sent: string, foreign: Set<string>) =>
  uuids(reply.text).filter((id) => foreign.has(id) && !sent.includes(id))

test(
  `${COUNT} requests with the ids of another shop see and change nothing of it (VERTA_SEED=${SEED})`,
  async ({ annotate }) => {
    const { owner_url } = walk.t
    const of = walk.operations
      .filter(({ access }) => access === 'owner' || access === 'cashier')
      .map((operation) => ({ operation, names: idsIn(operation) }))
      .filter(({ names }) => names.length > 0)
    expect(of.length).toBeGreaterThan(100)
    const own = await uuidsOf(owner_url, walk.world.ids['organization_id'] ?? '')
    const all = await uuidsOf(owner_url, victim.ids['organization_id'] ?? '')
    // A city or a tariff is in both shops.
    const foreign = new Set([...all].filter((id) => !own.has(id)))
    const before = await digestOf(owner_url, victim.ids['organization_id'] ?? '')
    const picks = fc.sample(
      fc.nat(of.length - 1).chain((at) => fc.tuple(fc.constant(at), swapOf(of[at]?.names ?? []))),
      { numRuns: COUNT, seed: SEED },
    )
    const faults: string[] = []
    let refused = 0
    for (const [at, swaps] of picks) {
      const { operation, names } = of[at] ?? {
        operation: walk.operations[0] as Operation,
        names: [],
      }
      const request = ask(operation, swappedIds(names, swaps))
      const reply = await walk.send(operation, request)
      const sent = `${request.path} ${JSON.stringify(request.body ?? {})}`
      const seen = leaked(reply, sent, foreign)
      if (reply.status === 500 || seen.length > 0) {
        faults.push(
          `${operation.name} ${reply.status} saw ${seen.join()}\n  asked ${sent}\n  ${reply.text.slice(0, 300)}`,
        )
      }
      if (reply.status >= 400) refused += 1
      if (reply.status === 401) await walk.renew()
    }
    expect(faults.slice(0, 20).join('\n\n'), `${faults.length} faults`).toBe('')
    expect(await digestOf(owner_url, victim.ids['organization_id'] ?? '')).toEqual(before)
    await annotate(`${of.length} operations, ${COUNT} requests, ${refused} refused`)
  },
  TRIAL_MS,
)

test('the eye is sharp: who may see them is shown these ids', async () => {
  const foreign = await uuidsOf(walk.t.owner_url, victim.ids['organization_id'] ?? '')
  walk.world = victim
  const reads = walk.operations.filter(
    ({ method, access }) => method === 'GET' && access === 'owner',
  )
  let shown = 0
  for (const operation of reads) {
    const request = ask(operation, victim.ids)
    const reply = await walk.send(operation, request)
    if (leaked(reply, request.path, foreign).length > 0) shown += 1
  }
  expect(shown, 'void: no answer would tell').toBeGreaterThan(15)
})

test(
  'after all of it the ledger check finds nothing',
  () => expectSoundLedger(walk.t.io.db),
  TRIAL_MS,
)
