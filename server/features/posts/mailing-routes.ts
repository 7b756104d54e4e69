import * as endpoints from '#contract/posts.ts'
import { Elsewhere } from '#contract/endpoint.ts'
import { maskPhone } from '#contract/phone.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { estimateMailing } from './estimate-mailing.ts'
import { followTap } from './follow-tap.ts'
import { listRecipients, type RecipientRow } from './recipient-store.ts'
import { requireOwnPost } from './require-own-post.ts'
import { showPosts } from './show-posts.ts'
import { pauseMailing, resumeMailing, stopMailing } from './steer-mailing.ts'
import type { PostRow } from './store.ts'

/** Steering mailings, and what became of them. */
export function mailingRoutes(io: Io): Route[] {
  const prove = async (call: Call, post_id: string) =>
    requireOwnPost(io, await requireOwner(io, call), post_id)
  const steered = async (
    call: Call,
    post_id: string,
    step: (io: Io, organization: Organization, id: string) => Promise<PostRow>,
  ) => {
    const organization = await prove(call, post_id)
    const [shown] = await showPosts(io, organization, [await step(io, organization, post_id)])
    if (!shown) throw new Error('one row shows one post')
    return shown
  }

  return [
    route(endpoints.pausePost, ({ params }, call) => steered(call, params.post_id, pauseMailing)),
    route(endpoints.resumePost, ({ params }, call) => steered(call, params.post_id, resumeMailing)),
    route(endpoints.stopPost, ({ params }, call) => steered(call, params.post_id, stopMailing)),

    route(endpoints.estimatePost, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      return estimateMailing(io, organization, body)
    }),

    route(endpoints.listRecipients, async ({ params: { post_id }, query }, call) => {
      const { id: organization_id } = await prove(call, post_id)
      const { rows, total } = await listRecipients(io.db, { organization_id, post_id }, query)
      const { page, limit } = query
      return { items: rows.map(presentRecipient), total, page, limit }
    }),

    route(
      endpoints.followPost,
      async ({ params }) => new Elsewhere(await followTap(io, params.token)),
    ),
  ]
}

function presentRecipient({ first_name, last_name, phone, ...row }: RecipientRow) {
  return {
    ...row,
    name: fullName({ first_name, last_name }),
    phone_masked: phone === null ? null : maskPhone(phone),
    settled_at: row.settled_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    seen_at: row.seen_at?.toISOString() ?? null,
    clicked_at: row.clicked_at?.toISOString() ?? null,
  }
}
