/**
 * Sales without end while something is spoiled, and what must hold whatever it is: nobody is told
 * anything but yes or 503 with Retry-After, nothing hangs, it is well again soon, nothing is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { newId } from '#server/io/id.ts'
import type { Sender } from './trial-http.ts'
import { type Tell, tellRecovery } from './trial-words.ts'

/** Nobody waits longer for an answer. */
export const HANGS_MS = 35_000
/** It serves again so soon after the fault is over. */
export const RECOVERY_MS = 5000
const CLIENTS = 6

export type Tally = { acknowledged: Set<string>; busy: number; wrong: string[]; slowest: number }

export type Load = {
  send: Sender
  integration_token: string
  times: number
  /** Spoils, and mends again. */
  spoil: (tally: Tally, turn: number) => Promise<void>
  /** What the fault has hit so far. */
  hits: (tally: Tally) => number
}

type Till = Pick<Load, 'send' | 'integration_token'>

async function sell({ send, integration_token }: Till, tally: Tally, over: () => boolean) {
  const headers = {
    authorization: `Bearer ${integration_token}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ receipt: { total: 100 }, register: {} })
  for (let sale = 0; !over(); sale += 1) {
    const id = newId(new Date())
    const phone = `%2B38067${String(4_000_000 + (sale % 20))}`
    const path = `/pos-api/v1/bonuses/create?receipt_id=${id}&discount_amount=0&phone=${phone}`
    for (;;) {
      const reply = await send('POST', path, { headers, body, timeout_ms: HANGS_MS }).catch(() => {
        tally.wrong.push('a call hangs')
      })
      if (!reply) return
      tally.slowest = Math.max(tally.slowest, reply.ms)
      if (reply.status === 201) tally.acknowledged.add(id)
      else if (reply.status !== 503) tally.wrong.push(`${reply.status} ${reply.text}`)
      else if (!/^\d+$/.test(String(reply.headers['retry-after'])))
        tally.wrong.push('no Retry-After')
      if (reply.status !== 503) break
      tally.busy += 1
      await sleep(50)
    }
  }
}

/** Sells beside whatever goes on, until `end`, which answers what came of it. */
export function sellBeside(send: Sender, integration_token: string) {
  const tally: Tally = { acknowledged: new Set(), busy: 0, wrong: [], slowest: 0 }
  let ended = false
  const clients = Array.from({ length: CLIENTS }, () =>
    sell({ send, integration_token }, tally, () => ended),
  )
  return {
    tally,
    async end(): Promise<Tally> {
      ended = true
      await Promise.all(clients)
      return tally
    },
  }
}

/** Sells while it is spoiled, some times over; each time it must be well again soon. */
export async function sellThrough(tell: Tell, load: Load): Promise<Tally> {
  const { tally, end } = sellBeside(load.send, load.integration_token)
  const recovered: number[] = []
  for (let turn = 0; turn < load.times; turn += 1) {
    await sleep(200 + Math.random() * 200)
    const before = load.hits(tally)
    await load.spoil(tally, turn)
    expect(load.hits(tally), 'void: the fault was not felt').toBeGreaterThan(before)
    const made = tally.acknowledged.size
    const started = performance.now()
    while (tally.acknowledged.size === made) {
      expect(performance.now() - started, 'it does not recover').toBeLessThan(RECOVERY_MS)
      await sleep(20)
    }
    recovered.push(Math.round(performance.now() - started))
  }
  await end()
  await tell(
    `${load.times} times; ${tally.acknowledged.size} sales, ${tally.busy} × 503, slowest ${Math.round(tally.slowest)} ms, ${tellRecovery(recovered)}`,
  )
  expect(tally.wrong.slice(0, 5)).toEqual([])
  return tally
}

/** Every sale that was acknowledged is among the receipts. */
export function expectAllThere({ acknowledged }: Tally, receipts: readonly { id: string }[]): void {
  const ids = new Set(receipts.map(({ id }) => id))
  expect(acknowledged.size).toBeGreaterThan(0)
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([])
}
