import * as endpoints from '#contract/locations.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requirePlatformAdministrator } from '#server/features/identity/require-platform-administrator.ts'
import { route, type Route } from '#server/io/http.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { nameCountries } from './rules.ts'
import * as store from './store.ts'

/** Cities one account may add in an hour; there are few real ones missing. */
const CITIES_PER_HOUR = 30

const viewerOf = (owner: Owner): store.Viewer =>
  owner.is_platform_administrator ? null : owner.user_id

export function routes(io: Io): Route[] {
  return [
    route(endpoints.listCountries, async ({ query: { page, limit } }, call) => {
      await requireOwner(io, call)
      const all = nameCountries(await store.listCountries(io.db), call.language)
      return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit }
    }),

    route(endpoints.listCities, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const found = await store.listCities(io.db, viewerOf(owner), query)
      return { ...found, page: query.page, limit: query.limit }
    }),

    route(endpoints.getCity, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return readCity(io, viewerOf(owner), params.city_id)
    }),

    route(endpoints.createCity, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      await takeRate(io, `add city ${owner.user_id}`, CITIES_PER_HOUR, 3600)
      const now = io.clock.now()
      const city = {
        id: newId(now),
        region: null,
        ...body,
        created_by: owner.user_id,
        created_at: now,
      }
      await refuseNamesake(io, city)
      const outcome = await store.insertCity(io.db, city)
      if (outcome === 'taken') throw new Refusal('name_taken')
      if (outcome === 'no_country') {
        throw new Refusal('validation_failed', {
          fields: [{ path: 'country_id', code: 'not_an_option' }],
        })
      }
      return readCity(io, viewerOf(owner), city.id)
    }),

    route(endpoints.updateCity, async ({ params, body }, call) => {
      const owner = await requirePlatformAdministrator(io, call)
      const present = await readCity(io, viewerOf(owner), params.city_id)
      const changed = { ...present, ...body }
      await refuseNamesake(io, changed)
      const { name, region } = changed
      const outcome = await store.updateCity(io.db, present.id, { name, region })
      if (outcome === 'taken') throw new Refusal('name_taken')
      return readCity(io, viewerOf(owner), present.id)
    }),

    route(endpoints.deleteCity, async ({ params }, call) => {
      await requirePlatformAdministrator(io, call)
      const outcome = await store.deleteCity(io.db, params.city_id)
      if (outcome === 'absent') throw new Refusal('not_found')
      if (outcome === 'in_use') {
        const organizations_count = await store.countUsers(io.db, params.city_id)
        throw new Refusal('in_use', { data: { organizations_count } })
      }
    }),
  ]
}

async function readCity(io: Io, viewer: store.Viewer, id: string): Promise<store.CityRow> {
  const city = await store.findCity(io.db, viewer, id)
  if (!city) throw new Refusal('not_found')
  return city
}

/** The page says which city is there already, so that a person can pick it instead. */
async function refuseNamesake(
  io: Io,
  city: { id: string; name: string; country_id: string; region: string | null },
): Promise<void> {
  const namesake = await store.findNamesake(io.db, city)
  if (namesake) throw new Refusal('name_taken', { data: namesake })
}
