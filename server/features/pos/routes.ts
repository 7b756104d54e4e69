import { openOrganization as openOrganizationEndpoint } from '#contract/organizations.ts'
import * as endpoints from '#contract/pos.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges } from '#server/features/audit/rules.ts'
import { requireOwner, type Owner } from '#server/features/identity/require-owner.ts'
import { requireWithinLimit } from '#server/features/licensing/require-within-limit.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { activatePos } from './activate-pos.ts'
import { addPos, refusingPos } from './add-pos.ts'
import { cashierRoutes } from './cashier-routes.ts'
import { deletePos } from './delete-pos.ts'
import { openOrganization } from './open-organization.ts'
import { requireOwnPos, type OwnPos } from './require-own-pos.ts'
import { showPos } from './show-pos.ts'
import * as store from './store.ts'
import { tillRoutes } from './till-routes.ts'

/** Nobody opens shops faster by hand. */
const ORGANIZATIONS_PER_HOUR = 20

/** Points of sale, then the people at their tills, then the tills' own session. */
export function routes(io: Io): Route[] {
  const readPos = async (owner: Owner, pos_id: string) => {
    const [pos] = await showPos(io, [await requireOwnPos(io, owner, pos_id)])
    if (!pos) throw new Refusal('not_found')
    return pos
  }

  return [
    route(openOrganizationEndpoint, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      await takeRate(io, `open organization ${owner.user_id}`, ORGANIZATIONS_PER_HOUR, 3600)
      return openOrganization(io, owner, body)
    }),

    route(endpoints.listPos, async ({ query: { organization_id, page, limit } }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, organization_id)
      const { items, total } = await store.listPos(io.db, id, { page, limit })
      return { items: await showPos(io, items), total, page, limit }
    }),

    route(endpoints.createPos, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const now = io.clock.now()
      const pos_id = await inTransaction(io.db, async (tx) => {
        const count = () => store.countPos(tx, id)
        await requireWithinLimit(tx, { organization_id: id, kind: 'pos', count }, now)
        const added = await addPos(tx, id, body, now)
        const on = { kind: 'pos' as const, id: added, name: body.name }
        await noteAct(tx, { organization_id: id, by: owner, act: 'pos_added', on }, now)
        return added
      })
      return readPos(owner, pos_id)
    }),

    route(endpoints.updatePos, async ({ params: { pos_id }, body }, call) => {
      const owner = await requireOwner(io, call)
      await change(io, owner, await requireOwnPos(io, owner, pos_id), body)
      return readPos(owner, pos_id)
    }),

    route(endpoints.deletePos, async ({ params: { pos_id } }, call) => {
      const owner = await requireOwner(io, call)
      await deletePos(io, owner, pos_id)
    }),

    route(endpoints.activatePos, async ({ params: { pos_id }, query: { license_id } }, call) => {
      const owner = await requireOwner(io, call)
      await activatePos(io, owner, pos_id, license_id)
      return readPos(owner, pos_id)
    }),

    route(endpoints.deactivatePos, async ({ params: { pos_id } }, call) => {
      const owner = await requireOwner(io, call)
      await change(io, owner, await requireOwnPos(io, owner, pos_id), { license_id: null })
      return readPos(owner, pos_id)
    }),

    route(endpoints.updatePosVisible, async ({ body: { pos_id, visible } }, call) => {
      const owner = await requireOwner(io, call)
      await change(io, owner, await requireOwnPos(io, owner, pos_id), { visible })
      return readPos(owner, pos_id)
    }),

    ...cashierRoutes(io),
    ...tillRoutes(io),
  ]
}

type Changes = Parameters<typeof store.updatePos>[3]

/** An empty change is none: the table is not asked. */
async function change(
  io: Io,
  owner: Owner,
  pos: OwnPos,
  fields: { [K in keyof Changes]?: Changes[K] | undefined },
): Promise<void> {
  if (Object.values(fields).every((value) => value === undefined)) return
  const { organization_id, id, name } = pos
  const changes = fields as Partial<Changes>
  const on = { kind: 'pos' as const, id, name }
  const act = { organization_id, by: owner, on, changes: shortChanges(pos, changes) }
  await refusingPos(() =>
    inTransaction(io.db, async (tx) => {
      await store.updatePos(tx, organization_id, id, changes)
      await noteAct(tx, { ...act, act: 'pos_changed' }, io.clock.now())
    }),
  )
}
