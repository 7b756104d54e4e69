import * as endpoints from '#contract/licensing.ts'
import { requirePlatformAdministrator } from '#server/features/identity/require-platform-administrator.ts'
import { route, type Route } from '#server/io/http.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import * as store from './tariff-store.ts'

/** Every price is in it; providers of cards know no other here. */
const CURRENCY = 'UAH'

/** What the platform's people change: tariffs and promo codes. */
export function tariffRoutes(io: Io): Route[] {
  return [
    route(endpoints.listTariffs, async ({ query: { page, limit } }) => ({
      ...(await store.listTariffs(io.db, { page, limit })),
      page,
      limit,
    })),

    route(endpoints.listAllTariffs, async ({ query: { page, limit } }, call) => {
      await requirePlatformAdministrator(io, call)
      return { ...(await store.listAllTariffs(io.db, { page, limit })), page, limit }
    }),

    route(endpoints.createTariff, async ({ body }, call) => {
      await requirePlatformAdministrator(io, call)
      const id = newId(io.clock.now())
      await store.insertTariff(io.db, { ...body, id, currency: CURRENCY })
      return readTariff(io, id)
    }),

    route(endpoints.updateTariff, async ({ params, body: { version, ...changes } }, call) => {
      await requirePlatformAdministrator(io, call)
      const present = await readTariff(io, params.tariff_id)
      if (!(await store.updateTariff(io.db, present.id, version, changes))) {
        throw new Refusal('version_conflict')
      }
      return readTariff(io, present.id)
    }),

    route(endpoints.listPromoCodes, async ({ query: { page, limit } }, call) => {
      await requirePlatformAdministrator(io, call)
      const { items, total } = await store.listPromoCodes(io.db, { page, limit })
      return { items: items.map(showPromoCode), total, page, limit }
    }),

    route(endpoints.createPromoCode, async ({ body }, call) => {
      await requirePlatformAdministrator(io, call)
      const ends_at = body.ends_at === null ? null : new Date(body.ends_at)
      if (!(await store.insertPromoCode(io.db, { ...body, ends_at }, io.clock.now()))) {
        throw new Refusal('name_taken', { fields: [{ path: 'code', code: 'taken' }] })
      }
      return readPromoCode(io, body.code)
    }),

    route(endpoints.updatePromoCode, async ({ params: { code }, body: { enabled } }, call) => {
      await requirePlatformAdministrator(io, call)
      await readPromoCode(io, code)
      await store.enablePromoCode(io.db, code, enabled)
      return readPromoCode(io, code)
    }),
  ]
}

async function readTariff(io: Io, id: string) {
  const tariff = await store.findWholeTariff(io.db, id)
  if (!tariff) throw new Refusal('not_found')
  return tariff
}

async function readPromoCode(io: Io, code: string) {
  const found = await store.findPromoCode(io.db, code)
  if (!found) throw new Refusal('not_found')
  return showPromoCode(found)
}

const showPromoCode = ({
  ends_at,
  ...row
}: Awaited<ReturnType<typeof store.listPromoCodes>>['items'][number]) => ({
  ...row,
  ends_at: ends_at?.toISOString() ?? null,
})
