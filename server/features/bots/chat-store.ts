/**
 * What every update reads first. Updates that come at the same time share these statements
 * (decision 0012): many people talk to one bot of one shop at once.
 */
import { named } from '#server/io/db.ts'
import type { MessengerType } from '#server/io/messengers/messenger.ts'
import { keyLists, rowsByPlace, together } from '#server/io/together.ts'
import type { ClientRow } from './client-store.ts'
import type { BotRow, ShopRow } from './store.ts'
import type { SubscriberRow } from './subscriber-store.ts'

const BATCH_MAX = 200

const hooks = keyLists({ type: 'text', hook_id: 'text' })

/** A connection by the random part of its webhook's address. */
export const selectClientByHook = together<
  { type: MessengerType; hook_id: string },
  ClientRow | undefined
>({
  batch_max: BATCH_MAX,
  sameAs: ({ type, hook_id }) => `${type} ${hook_id}`,
  run: async ({ pool }, asks) =>
    rowsByPlace(
      await named<ClientRow & { i: number }>(
        pool,
        'bot_clients_by_hook',
        `select k.i, c.* from ${hooks.from}
           join bot_client c on c.hook_id = k.hook_id and c.type = k.type`,
        hooks.values(asks),
      ),
      asks.length,
    ),
})

type ChatAsk = { client_id: string; user_id: string; organization_id: string; key: string }
/** `subscriber` is null for whoever comes for the first time. */
type FoundChat = { taken: boolean; subscriber: SubscriberRow | null }

const chats = keyLists({
  ...{ client_id: 'uuid', user_id: 'text', organization_id: 'uuid', key: 'text' },
})

/** The chat of an update, and whether this update was taken before. */
export const selectChat = together<ChatAsk, FoundChat>({
  batch_max: BATCH_MAX,
  async run({ pool }, asks) {
    const rows = await named<SubscriberRow & { i: number; taken: boolean }>(
      pool,
      'bot_chats',
      `select k.i, s.*, u.key is not null as taken
         from ${chats.from}
         left join subscriber s on s.client_id = k.client_id and s.user_id = k.user_id
           and s.organization_id = k.organization_id
         left join bot_update u on u.client_id = k.client_id and u.key = k.key`,
      chats.values(asks),
    )
    return rowsByPlace(rows, asks.length).map((row) => {
      if (!row) throw new Error('every chat that is asked for has a row')
      const { i: _place, taken, ...subscriber } = row
      return { taken, subscriber: subscriber.id === null ? null : subscriber }
    })
  },
})

/** What a chat tells of its bot. */
export type ChatBot = Pick<BotRow, 'greeting' | 'menu' | 'contact' | 'working_hours' | 'review_url'>
type ShopAsk = { organization_id: string; bot_id: string | null }
type ShopAndBot = {
  shop: ShopRow
  bot: ChatBot | null
  program_version: number
  promotions_version: number
}
type ShopAndBotRow = ShopRow &
  ChatBot & { i: number; has_bot: boolean; version: number; promotions_version: number }

const shops = keyLists({ organization_id: 'uuid', bot_id: 'uuid' })

/** The shop behind a chat with the versions of its rules; undefined: it is gone. */
export const selectChatShop = together<ShopAsk, ShopAndBot | undefined>({
  batch_max: BATCH_MAX,
  sameAs: ({ organization_id, bot_id }) => `${organization_id} ${bot_id}`,
  async run({ pool }, asks) {
    const rows = await named<ShopAndBotRow>(
      pool,
      'bot_chat_shops',
      `select k.i, o.id, o.name, o.logo, o.timezone, o.currency, o.language, o.phone,
         o.rules_text, o.rules_version, p.version, p.promotions_version,
         b.id is not null as has_bot, b.greeting, b.menu, b.contact, b.working_hours, b.review_url
       from ${shops.from}
       join organization o on o.id = k.organization_id and o.deleted_at is null
       join program p on p.organization_id = o.id
       -- In the platform's bot a shop speaks as its own first bot would.
       left join lateral (
         select * from bot where organization_id = o.id and (k.bot_id is null or id = k.bot_id)
         order by id limit 1
       ) b on true`,
      shops.values(asks),
    )
    return rowsByPlace(rows, asks.length).map((row) => row && splitShop(row))
  },
})

function splitShop(row: ShopAndBotRow): ShopAndBot {
  const { id, name, logo, timezone, currency, language, phone, rules_text, rules_version } = row
  const { greeting, menu, contact, working_hours, review_url } = row
  return {
    shop: { id, name, logo, timezone, currency, language, phone, rules_text, rules_version },
    bot: row.has_bot ? { greeting, menu, contact, working_hours, review_url } : null,
    program_version: row.version,
    promotions_version: row.promotions_version,
  }
}
