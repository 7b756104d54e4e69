import * as endpoints from '#contract/owner-chat.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { linkOwnerChat, showOwnerChat, unlinkOwnerChat } from './link-owner-chat.ts'

/** The Telegram of a shop's owner. */
export function ownerChatRoutes(io: Io): Route[] {
  const prove = async (call: Call, organization_id: string) => {
    const owner = await requireOwner(io, call)
    return { owner, organization: await requireOrganization(io, owner, organization_id) }
  }
  return [
    route(endpoints.getOwnerChat, async ({ query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      return showOwnerChat(io, organization.id)
    }),

    route(endpoints.linkOwnerChat, async ({ query }, call) => {
      const { owner, organization } = await prove(call, query.organization_id)
      return linkOwnerChat(io, owner, organization)
    }),

    route(endpoints.unlinkOwnerChat, async ({ query }, call) => {
      const { owner, organization } = await prove(call, query.organization_id)
      await unlinkOwnerChat(io, owner, organization)
    }),
  ]
}
