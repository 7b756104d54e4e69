/** The queue as the pages see it: a picture of what waits, and the acts on it. */
import { useSyncExternalStore } from 'react'
import { getSession } from '../session/session.ts'
import { moment } from './clock.ts'
import { receiptIdOf } from './receipt-id.ts'
import {
  asNow,
  type Discarded,
  type DiscardReason,
  type Kept,
  mended,
  type Mending,
  summaryOf,
  type Summary,
} from './parcel.ts'
import { askBeforeLeaving } from './stay.ts'
import {
  addParcel,
  discardParcel,
  forgetDiscarded,
  putParcel,
  readQueue,
  type Stored,
} from './store.ts'

export type Queue = {
  stored: readonly Stored[]
  discarded: readonly Discarded[]
  summary: Summary
}

const nothing: Queue = { stored: [], discarded: [], summary: summaryOf([], 0) }

let queue = nothing
const listeners = new Set<() => void>()
const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('till')

/** Reads the queue anew; without a store on this device it stays empty, and nothing is kept. */
async function refresh(): Promise<void> {
  try {
    const { stored, discarded } = await readQueue()
    const parcels = stored.map(({ parcel }) => parcel)
    queue = { stored, discarded, summary: summaryOf(parcels, Date.now()) }
    for (const listener of listeners) listener()
  } catch {
    // Told when something has to be kept.
  }
}

/** After every change: here, and in the other tabs of the till. */
export async function changed(): Promise<void> {
  await refresh()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin.
  others?.postMessage('changed')
}

/** Begins to show the queue and to guard it; once for a page. */
export function watchQueue(): void {
  others?.addEventListener('message', () => void refresh())
  askBeforeLeaving(() => queue.summary.count > 0)
  void refresh()
}

export function subscribeQueue(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const getQueue = (): Queue => queue
export const useQueue = (): Queue => useSyncExternalStore(subscribeQueue, getQueue)

/** Keeps a sale; true when it is on the disk. */
export async function keepSale(pos_id: string, kept: Kept): Promise<'kept' | 'full'> {
  const session = getSession()
  if (!session) throw new Error('keepSale: somebody sells')
  const device_ms = Date.now()
  const sold_ms = moment()
  const done = await addParcel({
    ...kept,
    receipt_id: kept.receipt_id ?? receiptIdOf(sold_ms ?? device_ms),
    organization_id: session.organization.id,
    pos_id,
    cashier: session.manager.name,
    device_ms,
    sold_ms,
    calculated: kept.receipt_id !== undefined,
  })
  await changed()
  return done
}

/** Sends a refused sale again, as mended. */
export async function mend({ place, parcel }: Stored, mending: Mending): Promise<void> {
  await putParcel({ place, parcel: mended(parcel, mending) })
  await changed()
}

/** Sends a sale that is too old as one of now. */
export async function sellNow({ place, parcel }: Stored): Promise<void> {
  const sold_ms = moment() ?? Date.now()
  await putParcel({ place, parcel: asNow(parcel, { receipt_id: receiptIdOf(sold_ms), sold_ms }) })
  await changed()
}

export async function discard({ place, parcel }: Stored, reason: DiscardReason): Promise<void> {
  const { key, gross } = parcel
  await discardParcel(place, { key, gross, reason, at_ms: Date.now() })
  await changed()
}

/** Whether sales of another shop wait on this device: only their own cashiers can send them. */
export async function holdsOther(organization_id: string): Promise<boolean> {
  const { stored } = await readQueue().catch(() => ({ stored: [] }))
  return stored.some(({ parcel }) => parcel.organization_id !== organization_id)
}

/** When the cashier leaves: nothing of the shift stays. */
export const forgetFigures = (): void => void forgetDiscarded().then(changed, () => {})
