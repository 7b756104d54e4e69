/**
 * A Telegram of our own: speaks the Bot API over HTTP and refuses what the real one refuses. Bots
 * and people are made by the test; what a bot sends is read from `chat`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  checkKeyboard,
  managedMethods,
  newToken,
  replaceToken,
  tellMade,
  usernameFor,
  type KeyboardKey,
} from './telegram-managed.ts'
import { Refused } from './telegram-refused.ts'
import { TelegramPerson } from './telegram-person.ts'

type Json = Record<string, unknown>
type InlineKey = { text: string; callback_data?: string; url?: string; web_app?: { url: string } }
export type SentMessage = Json & {
  message_id: number
  text?: string
  caption?: string
  photo?: boolean
  reply_markup?: {
    inline_keyboard?: InlineKey[][]
    keyboard?: KeyboardKey[][]
    remove_keyboard?: boolean
  }
}
/** Carries an update to the bot's webhook; answers its status and body. */
export type Carry = (
  url: string,
  body: string,
  headers: Record<string, string>,
) => Promise<{ status: number; body: string }>

export type TelegramBot = {
  id: number
  token: string
  username: string
  /** Its own people may make bots through it: switched on at BotFather. */
  can_manage: boolean
  /** Of a bot that was made through another one: that one, and for whom. */
  manager: TelegramBot | null
  owner: Json | null
  /** The kinds of updates it asked for; null: all of them. */
  allowed: string[] | null
  hook: { url: string; secret: string } | null
  updates: Json[]
  chats: Map<number, SentMessage[]>
  blocked: Set<number>
  taps: Set<string>
  /** Pictures it has uploaded, by what it may call them from then on. */
  files: Set<string>
  /** Its own picture, and how many it has had. */
  avatar: { bytes: Buffer; number: number } | null
  commands: number
  /** What the button beside the text field does. */
  menu: { type: string; text?: string; web_app?: { url: string } } | null
  /** Moments of sends, for the limit. */
  sent_at: number[]
  /** Told to wait until then; calls that came sooner all the same. */
  wait_until: number
  impatient: number
  /** Sends that were refused because the second was full. */
  refused: number
  /** Asks for updates that are open now, and how many met another one. */
  asking: number
  conflicts: number
}

export type TelegramStandIn = Awaited<ReturnType<typeof openTelegramStandIn>>

/** Opens it. `per_second`: messages a bot may send in any second. */
export async function openTelegramStandIn(
  options: {
    per_second?: number
    carry?: Carry
    now?: () => Date
    port?: number
    /** Told of each message that reaches a chat. */
    heard?: (chat_id: number, message: SentMessage) => void
  } = {},
) {
  const bots = new Map<string, TelegramBot>()
  const failures: ('500' | 'hang' | 'drop')[] = []
  const now = () => (options.now?.() ?? new Date()).getTime()
  const { carry = carryByHttp, heard } = options
  const state = { next_id: 1000, calls: 0, bots: 0, carry, heard, known: bots, push }
  const server = createServer((request, response) => {
    state.calls += 1
    void answer(request, response).catch((error: unknown) => {
      if (error instanceof Refused) refuse(response, error)
      else response.writeHead(500).end(String(error))
    })
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (request.url?.startsWith('/file/')) return giveFile(request.url, response)
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? '') ?? []
    const bot = bots.get(decodeURIComponent(token))
    if (!bot) throw new Refused(401, 'Unauthorized')
    const failure = method.startsWith('get') ? undefined : failures.shift()
    if (failure === 'drop') return void request.socket.destroy()
    if (failure === 'hang') return
    if (failure === '500') throw new Refused(502, 'Bad Gateway')
    const payload = parsePayload(request, body)
    if (!isWhole(payload)) throw new Refused(400, 'Bad Request: strings must be encoded in UTF-8')
    const handler = methods[method]
    if (!handler) throw new Refused(404, 'Not Found: method not found')
    const limit = options.per_second ?? 30
    if (method.startsWith('send') || method.startsWith('edit')) {
      takePatience(bot, now())
      takeRate(bot, limit)
    }
    const result = await handler(bot, payload, state)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: true, result }))
  }
  /** Over the same token as the calls, for as long as the bot has the picture. */
  function giveFile(url: string, response: ServerResponse): void {
    const [, token = '', path = ''] = /^\/file\/bot([^/]+)\/(.+)$/.exec(url) ?? []
    const avatar = bots.get(decodeURIComponent(token))?.avatar
    if (!avatar || path !== avatarPath(avatar)) throw new Refused(404, 'Not Found')
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(avatar.bytes)
  }
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** Calls that arrived. */
    calls: () => state.calls,
    addBot(username = 'kava_bot', { can_manage = false } = {}): TelegramBot {
      state.bots += 1
      const id = 100_000_000 + state.bots
      const bot: TelegramBot = {
        ...{ id, token: newToken(id), username, hook: null, updates: [], chats: new Map() },
        ...{ can_manage, manager: null, owner: null, allowed: null, blocked: new Set() },
        ...{
          taps: new Set(),
          files: new Set(),
          avatar: null,
          commands: 0,
          menu: null,
          sent_at: [],
        },
        ...{ wait_until: 0, impatient: 0, refused: 0, asking: 0, conflicts: 0 },
      }
      bots.set(bot.token, bot)
      return bot
    },
    /** From now on, so long, everything this bot sends is refused with 429. */
    slowDown: (bot: TelegramBot, seconds: number) => void (bot.wait_until = now() + seconds * 1000),
    /** The person makes the bot that the manager asked for; what Telegram tells of it is not sent. */
    makeBot(person: TelegramPerson, username?: string) {
      const made = this.addBot(usernameFor(person, username, bots.values()))
      return { bot: made, ...tellMade(person, made) }
    },
    /** The owner of a bot has a new token given to it; its manager hears of that. */
    replaceToken: (bot: TelegramBot) => replaceToken(bot, state),
    /** The owner gives the bot another picture at BotFather, or takes it away. */
    setAvatar(bot: TelegramBot, bytes: Buffer | null) {
      state.next_id += 1
      bot.avatar = bytes && { bytes, number: state.next_id }
    },
    /** The owner took the token back. */
    revoke: (bot: TelegramBot) => void bots.delete(bot.token),
    /** The next calls that send something end so. */
    fail: (...how: ('500' | 'hang' | 'drop')[]) => void failures.push(...how),
    forgive: () => void failures.splice(0),
    person: (bot: TelegramBot, id: number, name = 'Олена', language = 'uk') =>
      new TelegramPerson(bot, { id, name, language }, (update) => push(bot, update, state.carry)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Hands an update over as the bot asked: to its webhook, or to whoever asks for updates. */
async function push(bot: TelegramBot, update: Json, carry: Carry) {
  const kind = Object.keys(update).find((key) => key !== 'update_id') ?? ''
  if (bot.allowed && !bot.allowed.includes(kind)) return { status: 200, body: '' }
  if (!bot.hook) {
    bot.updates.push(update)
    return { status: 200, body: '' }
  }
  const headers = {
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': bot.hook.secret,
  }
  return carry(bot.hook.url, JSON.stringify(update), headers)
}

const carryByHttp: Carry = async (url, body, headers) => {
  const response = await fetch(url, { method: 'POST', body, headers })
  return { status: response.status, body: await response.text() }
}

function refuse(response: ServerResponse, { code, description, retry_after }: Refused): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  const parameters = retry_after === undefined ? {} : { parameters: { retry_after } }
  response.end(JSON.stringify({ ok: false, error_code: code, description, ...parameters }))
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** No text in it begins or ends within a letter. */
export const isWhole = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed()
    : !(value instanceof Object) || Buffer.isBuffer(value) || Object.values(value).every(isWhole)

/** JSON, or a form whose parts are JSON or a file. */
function parsePayload(request: IncomingMessage, body: Buffer): Json {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) {
    return body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Json)
  }
  const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? ''
  const payload: Json = {}
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const [, name, file, value] =
      /name="([^"]+)"(; ?filename[^\r]*)?[\s\S]*?\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
    if (name === undefined || value === undefined) continue
    const bytes = Buffer.from(value, 'latin1')
    payload[name] = file === undefined ? valueOf(bytes.toString('utf8')) : bytes
  }
  return payload
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Refuses whoever was told to wait; the first such call is how a bot learns of it. */
function takePatience(bot: TelegramBot, now: number): void {
  if (now >= bot.wait_until) return
  bot.impatient += 1
  const seconds = Math.ceil((bot.wait_until - now) / 1000)
  throw new Refused(429, `Too Many Requests: retry after ${seconds}`, seconds)
}

function takeRate(bot: TelegramBot, per_second: number): void {
  const now = performance.now()
  bot.sent_at = bot.sent_at.filter((moment) => now - moment < 1000)
  if (bot.sent_at.length >= per_second) {
    bot.refused += 1
    throw new Refused(429, 'Too Many Requests: retry after 1', 1)
  }
  bot.sent_at.push(now)
}

export type State = {
  known: Map<string, TelegramBot>
  carry: Carry
  push: typeof push
  next_id: number
  heard?: ((chat: number, message: SentMessage) => void) | undefined
}
export type Handler = (bot: TelegramBot, payload: Json, state: State) => unknown

const avatarPath = ({ number }: { number: number }) => `photos/file_${number}.jpg`

const methods: Record<string, Handler> = {
  getMe: ({ id, username, can_manage }) => ({
    ...{ id, is_bot: true, first_name: 'Кава', username, can_manage_bots: can_manage },
  }),
  ...managedMethods,
  getUserProfilePhotos({ id, avatar, chats }, { user_id }) {
    if (user_id !== id && !chats.has(Number(user_id))) {
      throw new Refused(400, 'Bad Request: user not found')
    }
    if (user_id !== id || !avatar) return { total_count: 0, photos: [] }
    const sizes = [160, 320, 640].map((width) => ({
      ...{
        file_id: `${avatar.number}-${width}`,
        file_unique_id: `photo-${avatar.number}-${width}`,
      },
      ...{ width, height: width },
    }))
    return { total_count: 1, photos: [sizes] }
  },
  getFile({ avatar }, { file_id }) {
    if (!avatar || !String(file_id).startsWith(`${avatar.number}-`)) {
      throw new Refused(400, 'Bad Request: invalid file_id')
    }
    return { file_id, file_unique_id: 'same', file_path: avatarPath(avatar) }
  },
  setWebhook(bot, { url, secret_token, allowed_updates }) {
    if (!String(url).startsWith('https://'))
      throw new Refused(400, 'Bad Request: bad webhook: HTTPS')
    if (!/^[\w-]{1,256}$/.test(String(secret_token))) {
      throw new Refused(400, 'Bad Request: secret token contains unallowed characters')
    }
    bot.hook = { url: String(url), secret: String(secret_token) }
    bot.allowed = (allowed_updates as string[] | undefined) ?? bot.allowed
    return true
  },
  deleteWebhook(bot) {
    bot.hook = null
    return true
  },
  getWebhookInfo: (bot) => ({
    ...{ url: bot.hook?.url ?? '', pending_update_count: bot.updates.length },
    ...(bot.allowed && { allowed_updates: bot.allowed }),
  }),
  setMyCommands(bot, { commands }) {
    const list = commands as { command: string; description: string }[]
    const fits = list.every(
      ({ command, description }) => /^[a-z0-9_]{1,32}$/.test(command) && description.length <= 256,
    )
    if (!fits) throw new Refused(400, 'Bad Request: BOT_COMMAND_INVALID')
    bot.commands += 1
    return true
  },
  setMyDescription(_bot, { description }) {
    if (String(description).length > 512)
      throw new Refused(400, 'Bad Request: description is too long')
    return true
  },
  setChatMenuButton(bot, { menu_button }) {
    const { type, text, web_app } = menu_button as TelegramBot['menu'] & object
    if (type === 'web_app' && (!web_app?.url.startsWith('https://') || !text)) {
      throw new Refused(400, 'Bad Request: BUTTON_URL_INVALID')
    }
    bot.menu = { type, ...(text && { text }), ...(web_app && { web_app }) }
    return true
  },
  async getUpdates(bot, { offset = 0, timeout = 0, allowed_updates }) {
    if (bot.hook) throw new Refused(409, "Conflict: can't use getUpdates while webhook is active")
    bot.allowed = (allowed_updates as string[] | undefined) ?? bot.allowed
    if (bot.asking > 0) {
      bot.conflicts += 1
      throw new Refused(409, 'Conflict: terminated by other getUpdates request')
    }
    bot.updates = bot.updates.filter(({ update_id }) => Number(update_id) >= Number(offset))
    const until = performance.now() + Math.min(Number(timeout), 2) * 1000
    bot.asking += 1
    while (bot.updates.length === 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    bot.asking -= 1
    return bot.updates.slice(0, 100)
  },
  sendMessage: (bot, payload, state) => keep(bot, payload, checkText(payload['text'], 4096), state),
  sendPhoto(bot, payload, state) {
    const known = bot.files.has(String(payload['photo']))
    if (!known && !isPicture(payload[String(payload['photo']).replace('attach://', '')])) {
      throw new Refused(400, 'Bad Request: wrong file identifier')
    }
    const file_id = known ? String(payload['photo']) : `file-${bot.id}-${bot.files.size}`
    bot.files.add(file_id)
    const caption = payload['caption']
    if (caption !== undefined) checkText(caption, 1024)
    const { chat_id, reply_markup } = payload
    const sent = keep(bot, { chat_id, reply_markup, caption, photo: true }, null, state)
    return { ...sent, photo: [{ file_id: `${file_id}-small` }, { file_id }] }
  },
  editMessageText: (bot, payload) =>
    change(bot, payload, { text: checkText(payload['text'], 4096) }),
  editMessageMedia(bot, payload) {
    const media = payload['media'] as { media?: string; caption?: string }
    const file = payload[String(media.media).replace('attach://', '')]
    if (!isPicture(file)) throw new Refused(400, 'Bad Request: wrong file identifier')
    return change(bot, payload, { caption: checkText(media.caption, 1024), photo: true })
  },
  deleteMessage(bot, payload) {
    const messages = chatOf(bot, payload['chat_id'])
    const at = messages.findIndex(({ message_id }) => message_id === payload['message_id'])
    if (at < 0) throw new Refused(400, 'Bad Request: message to delete not found')
    messages.splice(at, 1)
    return true
  },
  answerCallbackQuery(bot, { callback_query_id }) {
    if (!bot.taps.delete(String(callback_query_id))) {
      throw new Refused(400, 'Bad Request: query is too old and response timeout expired')
    }
    return true
  },
}

/** PNG or JPEG. */
const isPicture = (file: unknown): boolean =>
  Buffer.isBuffer(file) &&
  (file.subarray(1, 4).toString() === 'PNG' || file.readUInt16BE(0) === 0xffd8) &&
  file.length < 10 * 2 ** 20

/** A text as it is shown: the tags of its HTML gone, if they are all right. */
export function checkText(html: unknown, max: number): string {
  const text = typeof html === 'string' ? html : ''
  const bare = text.replaceAll(/<\/?b>/g, '')
  if (/[<>]/.test(bare)) throw new Refused(400, "Bad Request: can't parse entities")
  const opened = (text.match(/<b>/g) ?? []).length
  if (opened !== (text.match(/<\/b>/g) ?? []).length) {
    throw new Refused(400, "Bad Request: can't parse entities: can't find end tag")
  }
  const shown = bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  if (shown.trim() === '') throw new Refused(400, 'Bad Request: message text is empty')
  if (shown.length > max) throw new Refused(400, 'Bad Request: message is too long')
  return shown
}

function chatOf(bot: TelegramBot, chat_id: unknown): SentMessage[] {
  const chat = bot.chats.get(Number(chat_id))
  if (!chat) throw new Refused(400, 'Bad Request: chat not found')
  if (bot.blocked.has(Number(chat_id))) {
    throw new Refused(403, 'Forbidden: bot was blocked by the user')
  }
  return chat
}

function checkButtons({ reply_markup }: Json): void {
  const rows = (reply_markup as SentMessage['reply_markup'])?.inline_keyboard ?? []
  for (const button of rows.flat()) {
    if (button.url !== undefined && !/^(https?|tg):\/\//.test(button.url)) {
      throw new Refused(400, 'Bad Request: BUTTON_URL_INVALID')
    }
    if (button.web_app && !button.web_app.url.startsWith('https://')) {
      throw new Refused(400, 'Bad Request: BUTTON_URL_INVALID')
    }
    const bytes = Buffer.byteLength(button.callback_data ?? '')
    if (button.url === undefined && button.web_app === undefined && (bytes === 0 || bytes > 64)) {
      throw new Refused(400, 'Bad Request: BUTTON_DATA_INVALID')
    }
  }
}

function keep(bot: TelegramBot, payload: Json, text: string | null, state: State) {
  const chat = chatOf(bot, payload['chat_id'])
  checkButtons(payload)
  checkKeyboard(bot, payload)
  const message = { ...payload, message_id: (state.next_id += 1), ...(text !== null && { text }) }
  chat.push(message)
  state.heard?.(Number(payload['chat_id']), message)
  return { message_id: message.message_id, chat: { id: payload['chat_id'] } }
}

function change(bot: TelegramBot, payload: Json, changes: Json) {
  const chat = chatOf(bot, payload['chat_id'])
  checkButtons(payload)
  const message = chat.find(({ message_id }) => message_id === payload['message_id'])
  if (!message) throw new Refused(400, 'Bad Request: message to edit not found')
  if ((changes['text'] === undefined) !== (message.text === undefined)) {
    throw new Refused(400, 'Bad Request: there is no text in the message to edit')
  }
  const next = { ...changes, reply_markup: payload['reply_markup'] }
  const before = { ...changes, ...pick(message, changes), reply_markup: message.reply_markup }
  if (changes['photo'] !== true && JSON.stringify(next) === JSON.stringify(before)) {
    throw new Refused(400, 'Bad Request: message is not modified')
  }
  Object.assign(message, next)
  return { message_id: message.message_id }
}

const pick = (message: SentMessage, like: Json): Json =>
  Object.fromEntries(Object.keys(like).map((key) => [key, message[key]]))
