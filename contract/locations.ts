/**
 * Countries and cities: the directory every organization and point of sale picks from.
 *
 * The directory is shared by all shops. An owner may add a missing city; only a platform
 * administrator renames or deletes one.
 * Source: seed §7 "Locations"; spec/api.md "Locations"; design/screens.md §5.18.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CITIES_LIMIT_MAX, CITY_NAME_MAX } from './limits.ts'
import { id, line, pageOf, pageQuery } from './wire.ts'

const country = z.object({
  id,
  /** ISO 3166-1 alpha-2. */
  code: z.string(),
  name: z.string(),
  /** With its plus: `+380`. */
  phone_code: z.string(),
  /** ISO 4217. */
  currency: z.string(),
})
export type Country = z.output<typeof country>

const city = z.object({
  id,
  name: z.string(),
  country_id: id,
  region: z.string().nullable(),
  /** Organizations in this city: all of them for a platform administrator, else one's own. */
  organizations_count: z.int(),
})
export type City = z.output<typeof city>

const cityParams = z.strictObject({ city_id: id })
const cityName = line(1, CITY_NAME_MAX)
const regionName = line(1, CITY_NAME_MAX).nullable()

export const listCountries = endpoint({
  method: 'GET',
  path: '/api/v1/locations/countries',
  summary: 'All countries, by name',
  access: 'owner',
  query: z.strictObject(pageQuery(1000, 1000)),
  response: pageOf(country),
})

export const listCities = endpoint({
  method: 'GET',
  path: '/api/v1/locations/cities',
  summary: 'Cities by name; `name` finds a part of it in any case',
  access: 'owner',
  query: z.strictObject({
    ...pageQuery(CITIES_LIMIT_MAX),
    name: line(0, CITY_NAME_MAX).optional(),
  }),
  response: pageOf(city),
})

export const getCity = endpoint({
  method: 'GET',
  path: '/api/v1/locations/cities/{city_id}',
  summary: 'One city',
  access: 'owner',
  params: cityParams,
  response: city,
})

export const createCity = endpoint({
  method: 'POST',
  path: '/api/v1/locations/cities',
  summary: 'Add a city that is missing',
  access: 'owner',
  body: z.strictObject({ name: cityName, country_id: id, region: regionName.optional() }),
  response: city,
  status: 201,
  refusals: ['name_taken', 'rate_limited'],
})

export const updateCity = endpoint({
  method: 'PATCH',
  path: '/api/v1/locations/cities/{city_id}',
  summary: 'Rename a city',
  access: 'platform_administrator',
  params: cityParams,
  body: z.strictObject({ name: cityName.optional(), region: regionName.optional() }),
  response: city,
  refusals: ['name_taken'],
})

export const deleteCity = endpoint({
  method: 'DELETE',
  path: '/api/v1/locations/cities/{city_id}',
  summary: 'Delete a city nobody uses',
  access: 'platform_administrator',
  params: cityParams,
  refusals: ['in_use'],
})
