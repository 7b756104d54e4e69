import { listFeedback, sendFeedback, updateFeedback } from '#contract/feedback.ts'
import { normalizePhone } from '#contract/phone.ts'
import { requirePlatformAdministrator } from '#server/features/identity/require-platform-administrator.ts'
import { inTransaction } from '#server/io/db.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { subscriberOf, takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { FEEDBACK_LETTER } from './jobs.ts'
import { cameFromOwnPage } from './rules.ts'
import { findRequest, insertRequest, listRequests, updateRequest } from './store.ts'
import type { AnsweredRequest } from './store.ts'

const REQUESTS_PER_HOUR = 5

export function routes(io: Io): Route[] {
  return [
    route(sendFeedback, async ({ query: { name, phone, website } }, call) => {
      const headers = {
        sec_fetch_site: call.header('sec-fetch-site'),
        origin: call.header('origin'),
      }
      if (!cameFromOwnPage(headers, ownOrigins(io, call))) throw new Refusal('not_allowed')
      call.setHeader('cache-control', 'no-store')
      await takeRate(io, `feedback ${subscriberOf(call.ip)}`, REQUESTS_PER_HOUR, 3600)
      // A robot is answered like a person, so that it has nothing to learn from.
      if (website !== undefined && website !== '') return { accepted: true }

      const now = io.clock.now()
      const request = {
        id: newId(now),
        name,
        phone: normalizePhone(phone) ?? phone,
        created_at: now,
      }
      await inTransaction(io.db, async (tx) => {
        await insertRequest(tx, request)
        await io.jobs.send(FEEDBACK_LETTER, { request_id: request.id }, { tx })
      })
      return { accepted: true }
    }),

    route(listFeedback, async ({ query: { page, limit, state } }, call) => {
      await requirePlatformAdministrator(io, call)
      const { items, total } = await listRequests(io.db, { page, limit, state })
      return { items: items.map(show), total, page, limit }
    }),

    route(updateFeedback, async ({ params: { request_id }, body: { done, note } }, call) => {
      const { user_id } = await requirePlatformAdministrator(io, call)
      const before = await findRequest(io.db, request_id)
      if (!before) throw new Refusal('not_found')
      // A later change of the note leaves the moment of the call.
      const done_at = done ? (before.done_at ?? io.clock.now()) : null
      await updateRequest(io.db, request_id, { done_at, done_by: done ? user_id : null, note })
      return show({ ...before, done_at, note })
    }),
  ]
}

const show = (row: AnsweredRequest) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
})

/** Ours is PUBLIC_URL; while trying the product also the address the page was opened under. */
function ownOrigins(io: Io, call: Call): string[] {
  const { origin } = new URL(io.config.PUBLIC_URL)
  const host = call.header('host')
  return io.config.production || host === undefined ? [origin] : [origin, `http://${host}`]
}
