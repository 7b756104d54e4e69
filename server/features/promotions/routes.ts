import * as endpoints from '#contract/promotions.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { copyPromotion, createPromotion } from './create-promotion.ts'
import { requireOwnPromotion } from './require-own-promotion.ts'
import { showPromotions } from './show-promotions.ts'
import { findPromotion, listPromotions, type PromotionRow } from './store.ts'
import { deletePromotion, updatePromotion } from './update-promotion.ts'

export function routes(io: Io): Route[] {
  const prove = async (call: Call, promotion_id: string) => {
    const owner = await requireOwner(io, call)
    return { owner, organization: await requireOwnPromotion(io, owner, promotion_id) }
  }
  const read = async (organization: Organization, id: string): Promise<PromotionRow> => {
    const row = await findPromotion(io.db, organization.id, id)
    if (!row) throw new Refusal('not_found')
    return row
  }
  const show = async (organization: Organization, row: PromotionRow) => {
    const [shown] = await showPromotions(io, organization, [row])
    if (!shown) throw new Error('one row shows one promotion')
    return shown
  }

  return [
    route(endpoints.listPromotions, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      const { type, page, limit } = query
      const archived = query.archived === 'true'
      const rows = await listPromotions(io.db, organization.id, { type, archived })
      const items = rows.slice((page - 1) * limit, page * limit)
      const shown = await showPromotions(io, organization, items)
      return { items: shown, total: rows.length, page, limit }
    }),

    route(endpoints.createPromotion, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return show(organization, await createPromotion(io, owner, organization, query.type, body))
    }),

    route(endpoints.getPromotion, async ({ params: { promotion_id } }, call) => {
      const { organization } = await prove(call, promotion_id)
      return show(organization, await read(organization, promotion_id))
    }),

    route(endpoints.updatePromotion, async ({ params: { promotion_id }, body }, call) => {
      const { owner, organization } = await prove(call, promotion_id)
      return show(organization, await updatePromotion(io, owner, organization, promotion_id, body))
    }),

    route(endpoints.copyPromotion, async ({ params: { promotion_id } }, call) => {
      const { owner, organization } = await prove(call, promotion_id)
      const row = await read(organization, promotion_id)
      return show(organization, await copyPromotion(io, owner, organization, row))
    }),

    route(endpoints.deletePromotion, async ({ params: { promotion_id } }, call) => {
      const { owner, organization } = await prove(call, promotion_id)
      await deletePromotion(io, owner, organization, promotion_id)
    }),
  ]
}
