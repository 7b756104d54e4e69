/**
 * The stand-in's side of bots that manage others (Bot API 9.6): the button, the two words that
 * Telegram tells of a bot that was made, and its token, given to its own manager alone.
 */
import type { TelegramPerson } from './telegram-person.ts'
import { Refused } from './telegram-refused.ts'
import type { Handler, State, TelegramBot } from './telegram-stand-in.ts'

type Json = Record<string, unknown>
export type KeyboardKey = {
  text: string
  request_contact?: boolean
  request_location?: boolean
  request_managed_bot?: {
    request_id: number
    suggested_name?: string
    suggested_username?: string
  }
}

let tokens = 0

export function newToken(id: number): string {
  tokens += 1
  return `${id}:${'A'.repeat(30)}${String(tokens).padStart(5, '0')}`
}

const managedBy = (manager: TelegramBot, user_id: unknown, { known }: State): TelegramBot => {
  if (!manager.can_manage) throw new Refused(403, 'Forbidden: MANAGER_PERMISSION_MISSING')
  const bot = [...known.values()].find(({ id }) => id === Number(user_id))
  if (!bot) throw new Refused(400, 'Bad Request: user not found')
  if (bot.manager !== manager) throw new Refused(400, 'Bad Request: MANAGER_INVALID')
  return bot
}

export const managedMethods: Record<string, Handler> = {
  getManagedBotToken: (manager, { user_id }, state) => managedBy(manager, user_id, state).token,
  async replaceManagedBotToken(manager, { user_id }, state) {
    const bot = managedBy(manager, user_id, state)
    await replaceToken(bot, state)
    return bot.token
  },
}

/** The old token is no good from now on; whoever manages the bot hears of it. */
export async function replaceToken(bot: TelegramBot, state: State) {
  state.known.delete(bot.token)
  bot.token = newToken(bot.id)
  state.known.set(bot.token, bot)
  if (!bot.manager) return
  return state.push(bot.manager, managedUpdate(bot, newUpdateId()), state.carry)
}

/** Update ids of what no person sends. */
let last_update = 900_000_000
const newUpdateId = () => (last_update += 1)

const shown = ({ id, username }: TelegramBot) => ({
  ...{ id, is_bot: true, first_name: 'Кава', username },
})

const managedUpdate = (bot: TelegramBot, update_id: number): Json => ({
  update_id,
  managed_bot: { user: bot.owner, bot: shown(bot) },
})

const USERNAME = /^[a-z]\w{1,28}bot$/i

/** The username a person confirms: the suggested one, or another. */
export function usernameFor(
  person: TelegramPerson,
  other: string | undefined,
  taken: Iterable<TelegramBot>,
): string {
  const asked = person.messages
    .flatMap(({ reply_markup }) => (reply_markup?.keyboard ?? []).flat())
    .findLast((key) => key.request_managed_bot)?.request_managed_bot
  if (!asked) throw new Error('nobody has asked this person for a bot')
  const username = other ?? asked.suggested_username ?? ''
  if (!USERNAME.test(username)) throw new Error('USERNAME_INVALID')
  if ([...taken].some((one) => one.username === username)) throw new Error('USERNAME_OCCUPIED')
  return username
}

/** What Telegram tells the manager: an update and a message of the person's, in no sure order. */
export function tellMade(person: TelegramPerson, made: TelegramBot): { told: [Json, Json] } {
  made.manager = person.bot
  made.owner = person.from
  return {
    told: [
      managedUpdate(made, newUpdateId()),
      person.message({ managed_bot_created: { bot: shown(made) } }),
    ],
  }
}

/** Refuses a keyboard that asks for a bot where the bot may not, or suggests what cannot be. */
export function checkKeyboard(bot: TelegramBot, { reply_markup }: Json): void {
  const { keyboard = [] } = (reply_markup ?? {}) as { keyboard?: KeyboardKey[][] }
  for (const { request_managed_bot: asked } of keyboard.flat()) {
    if (!asked) continue
    if (!bot.can_manage) throw new Refused(400, 'Bad Request: MANAGER_PERMISSION_MISSING')
    const { request_id, suggested_name = 'x', suggested_username = 'xx_bot' } = asked
    const fits = suggested_name.length > 0 && suggested_name.length <= 64
    if (!Number.isInteger(request_id) || !fits || !USERNAME.test(suggested_username)) {
      throw new Refused(400, 'Bad Request: BUTTON_DATA_INVALID')
    }
  }
}
