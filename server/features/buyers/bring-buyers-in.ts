import { announce } from '#server/features/ledger/events.ts'
import { withholdGifts } from '#server/features/ledger/open-balances.ts'
import { createAccounts } from '#server/features/ledger/read-account.ts'
import { readRoom } from '#server/features/licensing/read-room.ts'
import { requireWithinLimit } from '#server/features/licensing/require-within-limit.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { buyerJoined } from './events.ts'
import {
  insertImported,
  patchProfiles,
  selectByPhones,
  selectForgotten,
  selectPhonesOfCards,
  type ImportedBuyer,
  type ListedBuyer,
  type ProfilePatch,
} from './import-store.ts'
import { newCardCode } from './new-card-code.ts'
import { phoneHash } from './phone-hash.ts'
import { countBuyers } from './store.ts'

export type { ListedBuyer, ProfilePatch } from './import-store.ts'

/** What a newcomer gets, which people brought in from another program do not. */
const NEWCOMERS_GIFTS = ['on_join', 'profile_complete', 'first_purchase']

/** Buyers of these phones, and phones whose owner asked to be forgotten. */
export async function findListed(
  io: Pick<Io, 'secrets'>,
  db: Db | Tx,
  organization_id: string,
  phones: readonly string[],
  hold: boolean,
): Promise<{ known: Map<string, ListedBuyer>; forgotten: Set<string> }> {
  const known = new Map<string, ListedBuyer>()
  for (const row of await selectByPhones(db, organization_id, phones, hold))
    known.set(row.phone, row)
  const phone_of = new Map<string, string>()
  for (const phone of phones) {
    if (known.has(phone)) continue
    const { who, also } = phoneHash(io, organization_id, phone)
    for (const hash of [who, ...also]) phone_of.set(hash, phone)
  }
  const hashes = await selectForgotten(db, organization_id, [...phone_of.keys()])
  return { known, forgotten: new Set(hashes.map((hash) => phone_of.get(hash) ?? '')) }
}

/** The phones of the buyers of these cards, by the code of the card. */
export async function findPhonesOfCards(
  db: Db | Tx,
  organization_id: string,
  cards: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectPhonesOfCards(db, organization_id, cards)
  return new Map(rows.map(({ card_code, phone }) => [card_code, phone]))
}

/** A buyer to be made; what is not told stays empty. */
export type Newcomer = Omit<ImportedBuyer, 'id' | 'phone_hash' | 'card_code'>

/**
 * Makes buyers with empty accounts, as a part of a transaction: no consent, no message and, unless
 * `gifts`, no gift of a newcomer, now or later. Answers the ids by phone; a phone that somebody
 * registered at this very moment is left out, to be looked up again.
 */
export async function makeBuyers(
  io: Io,
  tx: Tx,
  organization_id: string,
  newcomers: readonly Newcomer[],
  gifts: boolean,
): Promise<Map<string, string>> {
  const now = io.clock.now()
  const buyers = newcomers.map((newcomer) => ({
    ...newcomer,
    id: newId(now),
    phone_hash: phoneHash(io, organization_id, newcomer.phone).who,
    card_code: newCardCode(),
  }))
  const inserted = new Set(await insertImported(tx, organization_id, buyers, now))
  const made = buyers.filter(({ id }) => inserted.has(id))
  const ids = made.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  await createAccounts(tx, organization_id, ids)
  if (gifts) {
    const joined = ids.map((buyer_id) =>
      buyerJoined({ organization_id, buyer_id, via: 'import', gifts: true }),
    )
    await announce(io, tx, organization_id, joined)
  } else {
    const people = made.map(({ id, phone_hash }) => ({ buyer_id: id, who: phone_hash }))
    await withholdGifts(tx, organization_id, people, NEWCOMERS_GIFTS, now)
  }
  return new Map(made.map(({ phone, id }) => [phone, id]))
}

/** Changes many profiles, as a part of a transaction; nobody is told and nothing is given for it. */
export async function changeProfiles(
  io: Pick<Io, 'clock'>,
  tx: Tx,
  organization_id: string,
  patches: readonly ProfilePatch[],
): Promise<void> {
  await patchProfiles(tx, organization_id, patches, io.clock.now())
}

/** How many more buyers the licenses allow now; null: any number. */
export function readBuyerRoom(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
): Promise<number | null> {
  const count = (limit: number) => countBuyers(io.db, organization_id, limit)
  return readRoom(io.db, { organization_id, kind: 'buyers', count }, io.clock.now())
}

/** Proves that there is room for so many more. Refuses: `tariff_limit`. */
export async function requireBuyerRoom(
  io: Pick<Io, 'clock'>,
  tx: Tx,
  organization_id: string,
  adding: number,
): Promise<void> {
  const count = (limit: number) => countBuyers(tx, organization_id, limit)
  const ask = { organization_id, kind: 'buyers' as const, count, adding }
  await requireWithinLimit(tx, ask, io.clock.now())
}
