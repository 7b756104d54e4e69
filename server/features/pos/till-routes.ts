import * as endpoints from '#contract/pos.ts'
import { hashToken } from '#server/features/identity/tokens.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readBearer } from './read-bearer.ts'
import { findCashier, requireCashier } from './require-cashier.ts'
import { deleteSession } from './session-store.ts'
import { showTill, showTillPos } from './show-till.ts'
import { signInCashier } from './sign-in-cashier.ts'

/** The till's own session. */
export function tillRoutes(io: Io): Route[] {
  return [
    route(endpoints.managerAuth, async ({ body }, call) => {
      const token = await signInCashier(io, call, body)
      const cashier = await findCashier(io, token)
      if (!cashier) throw new Refusal('not_signed_in')
      const till = await showTill(io, cashier)
      return { ...till, token, expires_at: till.expires_at ?? '' }
    }),

    route(endpoints.getTillSession, async (_ask, call) =>
      showTill(io, await requireCashier(io, call)),
    ),

    route(endpoints.managerLogout, async (_ask, call) => {
      const token = readBearer(call)
      if (token !== undefined) await deleteSession(io.db, hashToken(token))
    }),

    route(endpoints.getAllPos, async (_ask, call) => {
      const { pos } = await requireCashier(io, call)
      return { items: pos.map(showTillPos), total: pos.length, page: 1, limit: pos.length }
    }),
  ]
}
