import * as endpoints from '#contract/messages.ts'
import { maskPhone } from '#contract/phone.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { changeMessage } from './change-message.ts'
import { presentThread } from './present-thread.ts'
import { NPS_DAYS, npsOf } from './rating-rules.ts'
import { countAnswers, listInbox, listRatings, listThread, markRead } from './thread-store.ts'
import { writeToBuyer } from './write-to-buyer.ts'

const WRITES_PER_MINUTE = 60
const DAY_MS = 24 * 3600 * 1000

/** What shops and buyers write to each other. */
export function messageRoutes(io: Io): Route[] {
  const prove = async (call: Call, organization_id: string) => {
    const owner = await requireOwner(io, call)
    return { owner, organization: await requireOrganization(io, owner, organization_id) }
  }
  return [
    route(endpoints.handleMessage, async ({ body }, call) => {
      const { owner, organization } = await prove(call, body.organization_id)
      await takeRate(io, `write ${owner.user_id}`, WRITES_PER_MINUTE, 60)
      return writeToBuyer(io, organization, owner, body)
    }),

    route(endpoints.editMessage, async ({ body }, call) => {
      const { organization } = await prove(call, body.organization_id)
      return changeMessage(io, organization, body.message_id, body.text)
    }),

    route(endpoints.deleteMessage, async ({ body }, call) => {
      const { organization } = await prove(call, body.organization_id)
      return changeMessage(io, organization, body.message_id, null)
    }),

    route(endpoints.listThread, async ({ params, query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      const { page, limit } = query
      const now = io.clock.now()
      const key = { organization_id: organization.id, buyer_id: params.buyer_id }
      const { rows, total } = await listThread(io.db, key, { page, limit })
      await markRead(io.db, key, now)
      return { items: rows.map((row) => presentThread(row, now)), total, page, limit }
    }),

    route(endpoints.listInbox, async ({ query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      const { page, limit } = query
      const rows = await listInbox(io.db, organization.id, { page, limit })
      const items = rows.map(
        ({ first_name, last_name, phone, person, created_at, total: _all, ...row }) => ({
          ...row,
          name: fullName({ first_name, last_name }) || person,
          phone_masked: phone === null ? null : maskPhone(phone),
          created_at: created_at.toISOString(),
        }),
      )
      return { items, total: rows[0]?.total ?? 0, page, limit }
    }),

    route(endpoints.listRatings, async ({ query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      const { organization_id: _named, ...ask } = query
      const rows = await listRatings(io.db, organization.id, ask)
      const items = rows.map(({ receipt_id, buyer_id, pos_id, stars, score, comment, ...row }) => ({
        ...{ receipt_id, buyer_id, pos_id, stars, score, comment, name: fullName(row) },
        created_at: row.created_at.toISOString(),
      }))
      const nps = await loadNps(io, organization.id)
      return { items, total: rows[0]?.total ?? 0, page: ask.page, limit: ask.limit, nps }
    }),
  ]
}

/** What buyers answered of late on the scale from 0 to 10; null: nobody has. */
async function loadNps(io: Io, organization_id: string) {
  const since = new Date(io.clock.now().getTime() - NPS_DAYS * DAY_MS)
  const answers = await countAnswers(io.db, organization_id, since)
  const score = npsOf(answers)
  return score === null ? null : { days: NPS_DAYS, ...answers, score }
}
