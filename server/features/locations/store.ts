/**
 * Every SQL of the directory of places.
 *
 * Invariant: within a country no two cities have the same name, compared by `city_key` (case,
 * spaces and apostrophes aside), unless both name a region and the regions differ.
 */
import { sql } from 'kysely'
import { databaseCode, type Db } from '#server/io/db.ts'

export type CountryRow = { id: string; code: string; phone_code: string; currency: string }
export type CityRow = {
  id: string
  name: string
  country_id: string
  region: string | null
  organizations_count: number
}
/** Whose organizations a city counts: an owner's own, or with null everyone's. */
export type Viewer = string | null

export async function listCountries(db: Db): Promise<CountryRow[]> {
  return db.selectFrom('country').select(['id', 'code', 'phone_code', 'currency']).execute()
}

const citiesOf = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('city')
    .select(['city.id', 'city.name', 'city.country_id', 'city.region'])
    .select(({ selectFrom, fn }) =>
      selectFrom('organization')
        .select(fn.countAll<number>().as('count'))
        .whereRef('organization.city_id', '=', 'city.id')
        .where('organization.deleted_at', 'is', null)
        .$if(viewer !== null, (query) => query.where('organization.owner_id', '=', viewer ?? ''))
        .as('organizations_count'),
    )
    .$narrowType<{ organizations_count: number }>()

export async function listCities(
  db: Db,
  viewer: Viewer,
  ask: { name?: string | undefined; page: number; limit: number },
): Promise<{ items: CityRow[]; total: number }> {
  // position() instead of LIKE: a name is a text to find, never a pattern.
  const found = sql<boolean>`position(city_key(${ask.name ?? ''}) in city.name_key) > 0`
  const items = await citiesOf(db, viewer)
    .where(found)
    .orderBy(sql`city.name collate "uk-x-icu"`)
    .orderBy('city.id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await db
    .selectFrom('city')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(found)
    .executeTakeFirstOrThrow()
  return { items, total }
}

export async function findCity(db: Db, viewer: Viewer, id: string): Promise<CityRow | undefined> {
  return citiesOf(db, viewer).where('city.id', '=', id).executeTakeFirst()
}

/** The city that keeps `name` from being used again in that country and region, if there is one. */
export async function findNamesake(
  db: Db,
  city: { id: string; name: string; country_id: string; region: string | null },
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('city')
    .select(['id', 'name'])
    .where('country_id', '=', city.country_id)
    .where('name_key', '=', sql<string>`city_key(${city.name})`)
    .where('id', '!=', city.id)
    .where(sql<boolean>`(region is null or ${city.region}::text is null
      or lower(region) = lower(${city.region}))`)
    .executeTakeFirst()
}

/** Answers `taken` when the same name, country and region came in between, by the unique index. */
export async function insertCity(
  db: Db,
  city: {
    id: string
    name: string
    country_id: string
    region: string | null
    created_by: string
    created_at: Date
  },
): Promise<'inserted' | 'taken' | 'no_country'> {
  try {
    await db.insertInto('city').values(city).execute()
    return 'inserted'
  } catch (error) {
    if (databaseCode(error) === '23505') return 'taken'
    if (databaseCode(error) === '23503') return 'no_country'
    throw error
  }
}

export async function updateCity(
  db: Db,
  id: string,
  changes: { name: string; region: string | null },
): Promise<'updated' | 'taken'> {
  try {
    await db.updateTable('city').set(changes).where('id', '=', id).execute()
    return 'updated'
  } catch (error) {
    if (databaseCode(error) === '23505') return 'taken'
    throw error
  }
}

/** Deletes a city. Its users hold it by foreign keys, so one in use cannot slip away. */
export async function deleteCity(db: Db, id: string): Promise<'deleted' | 'absent' | 'in_use'> {
  try {
    const { numDeletedRows } = await db.deleteFrom('city').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n ? 'deleted' : 'absent'
  } catch (error) {
    if (databaseCode(error) === '23503') return 'in_use'
    throw error
  }
}

/** How many organizations are in a city, by their own address or by that of a point of sale. */
export async function countUsers(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('organization')
        .select('organization.id')
        .where('city_id', '=', id)
        .union(from.selectFrom('pos').select('pos.organization_id as id').where('city_id', '=', id))
        .as('user'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
