import * as endpoints from '#contract/replays.ts'
import { requireOwner, type Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { showReplay } from './show-replay.ts'
import { sendFile, startReplay } from './start-replay.ts'
import * as store from './store.ts'
import type { ReplayRow } from './store.ts'

const LISTED = 10

export function routes(io: Io): Route[] {
  return [
    route(endpoints.startReplay, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return showReplay(io, await startReplay(io, owner, organization, body), call.language)
    }),

    route(endpoints.sendReplayFile, async ({ params, query }, call) => {
      const owner = await requireOwner(io, call)
      const replay = await requireOwnReplay(io, owner, params.replay_id)
      const content = await call.file()
      const sent = await sendFile(io, replay, { file_name: query.file_name, content })
      return showReplay(io, sent, call.language)
    }),

    route(endpoints.listReplays, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const rows = await store.listReplays(io.db, id, LISTED)
      return { items: await Promise.all(rows.map((row) => showReplay(io, row, call.language))) }
    }),

    route(endpoints.getReplay, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      const replay = await requireOwnReplay(io, owner, params.replay_id)
      return showReplay(io, replay, call.language)
    }),

    route(endpoints.dropReplay, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await store.deleteReplay(io.db, await requireOwnReplay(io, owner, params.replay_id))
    }),
  ]
}

/** Refuses: `not_found`, alike for a stranger's and an absent one. */
async function requireOwnReplay(io: Io, owner: Owner, id: string): Promise<ReplayRow> {
  const found = await store.findOwnReplay(io.db, owner.user_id, id)
  if (!found) throw new Refusal('not_found')
  return found
}
