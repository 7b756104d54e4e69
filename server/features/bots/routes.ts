import * as endpoints from '#contract/bots.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { requireCashier } from '#server/features/pos/require-cashier.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate, subscriberOf } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { createBot } from './create-bot.ts'
import { issueTillLinkCode } from './issue-till-link-code.ts'
import { linkOfTill, listLinks, openLink } from './list-links.ts'
import { removeBot } from './remove-bot.ts'
import { requireOwnBot } from './require-own-bot.ts'
import { showBot, showBots } from './show-bots.ts'
import { findBot, listBots, updateBot, type BotRow } from './store.ts'

const LINKS_PER_MINUTE = 120

export function routes(io: Io): Route[] {
  const prove = async (call: Call, bot_id: string) => {
    const by = await requireOwner(io, call)
    return { by, ...(await requireOwnBot(io, by, bot_id)) }
  }
  const show = (row: BotRow) => showBot(io, row)

  return [
    route(endpoints.listBots, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const { page, limit } = query
      const rows = await listBots(io.db, id)
      const items = await showBots(io, id, rows.slice((page - 1) * limit, page * limit))
      return { items, total: rows.length, page, limit }
    }),

    route(endpoints.createBot, async ({ query, body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, query.organization_id)
      return show(await createBot(io, owner, organization, body))
    }),

    route(endpoints.getBot, async ({ params }, call) => show((await prove(call, params.id)).bot)),

    route(endpoints.updateBot, async ({ params, body }, call) => {
      const { organization, bot } = await prove(call, params.id)
      const { version, ...asked } = body
      const given = Object.entries(asked).filter(([, value]) => value !== undefined)
      const changes = { ...(Object.fromEntries(given) as typeof asked), updated_at: io.clock.now() }
      const key = { organization_id: organization.id, id: bot.id, version }
      const done = await updateBot(io.db, key, changes)
      const row = (await findBot(io.db, organization.id, bot.id)) ?? bot
      if (!done) throw new Refusal('version_conflict', { data: await show(row) })
      return show(row)
    }),

    route(endpoints.deleteBot, async ({ params }, call) => {
      const { by, bot } = await prove(call, params.id)
      await removeBot(io, by, bot)
    }),

    route(endpoints.listBotLinks, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return listLinks(io, id)
    }),

    route(endpoints.readTillLink, async ({ query }, call) => {
      const cashier = await requireCashier(io, call)
      const here = cashier.pos.find(({ id }) => id === query.pos_id)
      if (!here) throw new Refusal('not_found')
      return { link: await linkOfTill(io, cashier.organization_id, here.id) }
    }),

    route(endpoints.issueTillLinkCode, async ({ params }, call) =>
      issueTillLinkCode(io, await requireCashier(io, call), params.id),
    ),

    route(endpoints.readBotLink, async ({ params, query }, call) => {
      await takeRate(io, `bot link ${subscriberOf(call.ip)}`, LINKS_PER_MINUTE, 60)
      return openLink(io, params.slug, query)
    }),
  ]
}
