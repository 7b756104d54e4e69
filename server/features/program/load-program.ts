import type { Io } from '#server/io/io.ts'
import { defaultBonusSettings, defaultGeneralSettings, type Program } from './rules.ts'
import { findProgram, findVersion, findVersionAt } from './store.ts'

/** Whose program: the zone and the currency are the organization's and come with the proof of it. */
export type ProgramOwner = { id: string; timezone: string; currency: string }
type Rules = Omit<Program, 'version' | 'timezone' | 'currency'>

/**
 * Versions never change, so what is cached by version can never be stale: exact invalidation is
 * asking for another number. Per database, because a test has its own beside another's.
 */
const caches = new WeakMap<object, Map<string, Rules>>()
const CACHED_MAX = 20_000

/** The program in force now, or, for a receipt of an earlier moment, the one valid then. */
export async function loadProgram(
  io: Pick<Io, 'db'>,
  organization: ProgramOwner,
  at?: Date,
): Promise<Program> {
  const version =
    at === undefined
      ? (await findProgram(io.db, organization.id)).version
      : await findVersionAt(io.db, organization.id, at)
  return loadProgramVersion(io, organization, version)
}

/**
 * One version of the program, from memory after the first time. For callers that know the number
 * already: a till's session carries the present one, a draft its own.
 */
export async function loadProgramVersion(
  io: Pick<Io, 'db'>,
  { id, timezone, currency }: ProgramOwner,
  version: number,
): Promise<Program> {
  const cache = cacheOf(io.db)
  const key = `${id} ${version}`
  let rules = cache.get(key)
  if (!rules) {
    const row = await findVersion(io.db, id, version)
    rules = {
      ...defaultGeneralSettings(currency),
      ...row.general,
      ...defaultBonusSettings(),
      ...row.bonuses,
    }
    // The oldest leaves first; a version in use comes back with one look-up.
    if (cache.size >= CACHED_MAX) cache.delete(cache.keys().next().value ?? '')
    cache.set(key, rules)
  }
  return { ...rules, version, timezone, currency }
}

function cacheOf(db: object): Map<string, Rules> {
  const known = caches.get(db)
  if (known) return known
  const made = new Map<string, Rules>()
  caches.set(db, made)
  return made
}
