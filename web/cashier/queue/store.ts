/**
 * The queue on the device: IndexedDB, every write on the disk before it is acknowledged. All tabs
 * of the till share it; a change is told to the others.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { OFFLINE_SALES_MAX } from '#contract/limits.ts'
import type { Discarded, Parcel } from './parcel.ts'

interface Schema extends DBSchema {
  /** In the order of the sales: the key grows by one. */
  parcel: { key: number; value: Parcel; indexes: { key: string } }
  discarded: { key: string; value: Discarded }
}

export type Stored = { place: number; parcel: Parcel }

const STRICT = { durability: 'strict' } as const

let database: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('till', 1, {
    upgrade(db) {
      const parcels = db.createObjectStore('parcel', { autoIncrement: true })
      parcels.createIndex('key', 'key', { unique: true })
      db.createObjectStore('discarded', { keyPath: 'key' })
    },
    // Another tab runs a newer till: it must not wait for this one.
    blocking: () => void database?.then((db) => db.close()),
    terminated: () => (database = undefined),
  }).catch((error: unknown) => {
    database = undefined
    throw error
  })
  return database
}

/** All that waits, in order. */
export async function readQueue(): Promise<{ stored: Stored[]; discarded: Discarded[] }> {
  const tx = (await open()).transaction(['parcel', 'discarded'])
  const [places, parcels, discarded] = await Promise.all([
    tx.objectStore('parcel').getAllKeys(),
    tx.objectStore('parcel').getAll(),
    tx.objectStore('discarded').getAll(),
  ])
  const stored = places.flatMap((place, at) => {
    const parcel = parcels[at]
    return parcel ? [{ place, parcel }] : []
  })
  return { stored, discarded }
}

/** Keeps a sale at the end of the queue. The same sale again changes nothing. */
export async function addParcel(parcel: Parcel): Promise<'kept' | 'full'> {
  const tx = (await open()).transaction('parcel', 'readwrite', STRICT)
  const known = await tx.store.index('key').getKey(parcel.key)
  const is_full = known === undefined && (await tx.store.count()) >= OFFLINE_SALES_MAX
  if (known === undefined && !is_full) await tx.store.add(parcel)
  await tx.done
  return is_full ? 'full' : 'kept'
}

/** Writes a parcel anew, unless it has left the queue meanwhile. */
export async function putParcel({ place, parcel }: Stored): Promise<void> {
  const tx = (await open()).transaction('parcel', 'readwrite', STRICT)
  const is_there = (await tx.store.getKey(place)) !== undefined
  if (is_there) await tx.store.put(parcel, place)
  await tx.done
}

/** Takes a sale out: the server has it. */
export async function removeParcel(place: number): Promise<void> {
  const tx = (await open()).transaction('parcel', 'readwrite', STRICT)
  await tx.store.delete(place)
  await tx.done
}

/** Takes a refused sale out for good and writes down that it was. */
export async function discardParcel(place: number, discarded: Discarded): Promise<void> {
  const tx = (await open()).transaction(['parcel', 'discarded'], 'readwrite', STRICT)
  await tx.objectStore('parcel').delete(place)
  await tx.objectStore('discarded').put(discarded)
  await tx.done
}

/** At the end of a shift: the figures of what was discarded go with the cashier. */
export async function forgetDiscarded(): Promise<void> {
  await (await open()).clear('discarded')
}
