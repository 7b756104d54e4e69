import * as endpoints from '#contract/bots.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkClient } from './check-client.ts'
import { listClients } from './client-store.ts'
import { connectClient, silenceClient } from './connect-client.ts'
import { detachClient } from './detach-client.ts'
import { requestManagedBot } from './request-managed-bot.ts'
import { requireOwnBot } from './require-own-bot.ts'
import { showBot } from './show-bots.ts'
import type { BotRow } from './store.ts'

const CONNECTS_PER_HOUR = 30

/** A bot's connections to messengers. */
export function clientRoutes(io: Io): Route[] {
  const prove = async (call: Call, bot_id: string) => {
    const by = await requireOwner(io, call)
    return { by, ...(await requireOwnBot(io, by, bot_id)) }
  }
  const clientOf = async (bot: BotRow, type: 'telegram' | 'viber') => {
    const clients = await listClients(io.db, bot.organization_id, [bot.id])
    const client = clients.find((one) => one.type === type)
    if (!client) throw new Refusal('not_found')
    return client
  }

  return [
    route(endpoints.connectClient, async ({ params, body }, call) => {
      const { by, organization, bot } = await prove(call, params.bot_id)
      await takeRate(io, `connect bot ${organization.id}`, CONNECTS_PER_HOUR, 3600)
      const client = { organization_id: organization.id, bot_id: bot.id, by }
      await connectClient(io, client, body.type, body.token)
      return showBot(io, bot)
    }),

    route(endpoints.requestManagedBot, async ({ params }, call) => {
      const { by, organization, bot } = await prove(call, params.bot_id)
      await takeRate(io, `connect bot ${organization.id}`, CONNECTS_PER_HOUR, 3600)
      return requestManagedBot(io, by, bot)
    }),

    route(endpoints.disconnectClient, async ({ params, query }, call) => {
      const { by, bot } = await prove(call, params.bot_id)
      const client = await clientOf(bot, query.type)
      await silenceClient(io, client)
      await detachClient(io, by, client)
    }),

    route(endpoints.checkClient, async ({ params, body }, call) => {
      const { organization, bot } = await prove(call, params.bot_id)
      await takeRate(io, `check bot ${organization.id}`, CONNECTS_PER_HOUR, 3600)
      await checkClient(io, await clientOf(bot, body.type))
      return showBot(io, bot)
    }),
  ]
}
