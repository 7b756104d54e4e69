import { z } from 'zod'
import * as endpoints from '#contract/posts.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { publishNews } from './publish-news.ts'
import { requireOwnPost } from './require-own-post.ts'
import { removePost } from './remove-post.ts'
import { changePost, createPost } from './save-post.ts'
import { showPosts } from './show-posts.ts'
import { startMailing } from './start-mailing.ts'
import { findPost, listPosts, type PostRow } from './store.ts'
import { tryPost } from './try-post.ts'

export function routes(io: Io): Route[] {
  const prove = async (call: Call, post_id: string) =>
    requireOwnPost(io, await requireOwner(io, call), post_id)
  const read = async (organization: Organization, id: string): Promise<PostRow> => {
    const row = await findPost(io.db, organization.id, id)
    if (!row) throw new Refusal('not_found')
    return row
  }
  const show = async (organization: Organization, row: PostRow) => {
    const [shown] = await showPosts(io, organization, [row])
    if (!shown) throw new Error('one row shows one post')
    return shown
  }

  return [
    route(endpoints.listPosts, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      const { type, page, limit } = query
      const { rows, total } = await listPosts(io.db, organization.id, { type, page, limit })
      return { items: await showPosts(io, organization, rows), total, page, limit }
    }),

    route(endpoints.createPost, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      const given = await call.form(endpoints.createPost.form)
      const row = await createPost(io, organization, owner, query.bot_id ?? null, given)
      return show(organization, row)
    }),

    route(endpoints.getPost, async ({ params: { post_id } }, call) => {
      const organization = await prove(call, post_id)
      return show(organization, await read(organization, post_id))
    }),

    route(endpoints.updatePost, async ({ params: { post_id } }, call) => {
      const organization = await prove(call, post_id)
      const given = await call.form(endpoints.updatePost.form)
      const row = await changePost(io, organization, post_id, given, async (now) =>
        z.encode(endpoints.getPost.response, await show(organization, now)),
      )
      return show(organization, row)
    }),

    route(endpoints.deletePost, async ({ params: { post_id } }, call) => {
      const organization = await prove(call, post_id)
      await removePost(io, organization, post_id)
    }),

    route(endpoints.sendPost, async ({ params: { post_id }, body }, call) => {
      const organization = await prove(call, post_id)
      const row = await read(organization, post_id)
      if (body.test_phone !== undefined) {
        return show(organization, await tryPost(io, organization, row, body.test_phone))
      }
      const sent =
        row.type === 'news'
          ? await publishNews(io, organization, post_id)
          : await startMailing(io, organization, await requireOwner(io, call), row)
      return show(organization, sent)
    }),
  ]
}
