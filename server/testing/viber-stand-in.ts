/**
 * A Viber of our own: its REST calls over HTTP, HTTP 200 whatever happens, its refusals by number,
 * and people who see keyboards and tap them.
 */
import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isWhole, type Carry } from './telegram-stand-in.ts'

type Json = Record<string, unknown>
type Key = {
  Text: string
  ActionType: string
  ActionBody: string
  Columns: number
  Rows?: number
  Silent: boolean
}
export type ViberMessage = {
  type: string
  text: string
  media?: string
  tracking_data?: string
  /** What Viber calls it: larger than a safe integer. */
  message_token?: bigint
  keyboard?: { Buttons: Key[]; InputFieldState: string }
  alt_text?: string
  rich_media?: { ButtonsGroupColumns: number; ButtonsGroupRows: number; Buttons: Key[] }
}
export type ViberBot = {
  token: string
  hook: string | null
  event_types: string[]
  chats: Map<string, ViberMessage[]>
  subscribed: Set<string>
  /** Its own picture, and how many it has had. */
  icon: { bytes: Buffer; number: number } | null
}

const statuses: Record<number, string> = {
  1: 'invalidUrl',
  2: 'invalidAuthToken',
  3: 'badData',
  6: 'notSubscribed',
  12: 'tooManyRequests',
}
class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(statuses[status])
    this.status = status
  }
}

let last_token = 5_000_000_000_000_000_000n

export async function openViberStandIn(options: { carry: Carry; per_hour?: number }) {
  const bots = new Map<string, ViberBot>()
  const failures: ('500' | 'drop' | 'busy')[] = []
  let icons = 0
  const server = createServer((request, response) => {
    if (request.method === 'GET') return giveIcon(request.url ?? '', response)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const failure = request.url === '/send_message' ? failures.shift() : undefined
      if (failure === 'drop') return void request.socket.destroy()
      if (failure === '500') return void response.writeHead(502).end('Bad Gateway')
      let answer: Json
      try {
        if (failure === 'busy') throw new Refused(12)
        const body = Buffer.concat(parts)
        if (body.length > 30_000) throw new Refused(3)
        const bot = bots.get(String(request.headers['x-viber-auth-token']))
        if (!bot) throw new Refused(2)
        const payload = JSON.parse(body.toString('utf8')) as Json
        if (!isWhole(payload)) throw new Refused(3)
        answer = { status: 0, status_message: 'ok', ...call(bot, request.url ?? '', payload) }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        answer = { status: error.status, status_message: error.message }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(written(answer))
    })
  })
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  function giveIcon(path: string, response: ServerResponse): void {
    const icons = [...bots.values()].map(({ icon }) => icon)
    const found = icons.find((icon) => icon && path === `/icons/${icon.number}.jpg`)
    if (found) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(found.bytes)
    else response.writeHead(404).end()
  }
  function call(bot: ViberBot, method: string, payload: Json): Json {
    if (method === '/get_account_info') {
      const { hook, event_types } = bot
      const icon = bot.icon ? `${address()}/icons/${bot.icon.number}.jpg` : ''
      const account = { id: `pa:${bot.token}`, uri: 'kava', name: 'Кава', icon }
      return { ...account, webhook: hook ?? '', event_types }
    }
    if (method === '/set_webhook') {
      const url = String(payload['url'])
      if (url !== '' && !url.startsWith('https://')) throw new Refused(1)
      bot.hook = url === '' ? null : url
      bot.event_types = (payload['event_types'] as string[] | undefined) ?? []
      return {}
    }
    if (method !== '/send_message') throw new Refused(3)
    const receiver = String(payload['receiver'])
    if (!bot.subscribed.has(receiver)) throw new Refused(6)
    last_token += 1n
    const message = { ...checked(payload), message_token: last_token }
    const chat = bot.chats.get(receiver) ?? []
    if (chat.length >= (options.per_hour ?? 100_000)) throw new Refused(12)
    chat.push(message)
    bot.chats.set(receiver, chat)
    return { message_token: last_token }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: address(),
    addBot(): ViberBot {
      const token = `4d${String(bots.size).padStart(4, '0')}-${'a'.repeat(16)}-${'b'.repeat(16)}`
      const bot: ViberBot = {
        ...{
          token,
          hook: null,
          event_types: [],
          chats: new Map(),
          subscribed: new Set(),
          icon: null,
        },
      }
      bots.set(token, bot)
      return bot
    },
    /** The owner gives the bot another picture, or takes it away. */
    setIcon(bot: ViberBot, bytes: Buffer | null) {
      icons += 1
      bot.icon = bytes && { bytes, number: icons }
    },
    fail: (...how: ('500' | 'drop' | 'busy')[]) => void failures.push(...how),
    person: (bot: ViberBot, id: string, name = 'Олена') =>
      new ViberPerson(bot, { id, name }, options.carry),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** JSON whose tokens are bare numbers, as Viber writes them. */
const written = (answer: Json): string =>
  JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'bigint' ? `bare ${value}` : value,
  ).replaceAll(/"bare (\d+)"/g, '$1')

/** What Viber would take; everything else is bad data. */
export function checked(payload: Json): ViberMessage {
  const message = payload as unknown as ViberMessage & { sender?: { name: string } }
  const name = message.sender?.name ?? ''
  const buttons = message.keyboard?.Buttons ?? []
  const wide = buttons.every(
    ({ Columns, Text, ActionBody }) =>
      Columns >= 1 && Columns <= 6 && Text !== '' && ActionBody !== '',
  )
  if (message.type === 'rich_media') return checkedTiles(message, name)
  const picture = message.type === 'picture'
  const fits = picture ? message.text.length <= 120 : message.text.length <= 7000
  if (name === '' || name.length > 28 || !wide || !fits) throw new Refused(3)
  if (!picture && message.text.trim() === '') throw new Refused(3)
  if (picture && !/^https:\/\/.+\.(png|jpg)$/.test(message.media ?? '')) throw new Refused(3)
  return message
}

/** Whole tiles alone, six at most, every key with an action and a text that fits. */
function checkedTiles(message: ViberMessage, name: string): ViberMessage {
  const { ButtonsGroupColumns = 6, ButtonsGroupRows = 7, Buttons = [] } = message.rich_media ?? {}
  const area = Buttons.reduce((sum, { Columns, Rows = 1 }) => sum + Columns * Rows, 0)
  const tiles = area / (ButtonsGroupColumns * ButtonsGroupRows)
  const keys = Buttons.every(
    ({ Columns, Text, ActionBody, ActionType }) =>
      Columns <= ButtonsGroupColumns &&
      Text.length <= 250 &&
      ActionBody !== '' &&
      ['reply', 'open-url', 'none'].includes(ActionType),
  )
  const shaped = ButtonsGroupColumns <= 6 && ButtonsGroupRows <= 7 && Number.isInteger(tiles)
  const told = (message.alt_text ?? '').length <= 7000
  if (name === '' || name.length > 28 || !keys || !shaped || tiles < 1 || tiles > 6 || !told) {
    throw new Refused(3)
  }
  return message
}

/** A person in a chat with one bot. */
export class ViberPerson {
  readonly id: string
  private readonly bot: ViberBot
  private readonly who: { id: string; name: string }
  private readonly carry: Carry

  constructor(bot: ViberBot, who: { id: string; name: string }, carry: Carry) {
    this.id = who.id
    this.bot = bot
    this.who = who
    this.carry = carry
  }

  get messages(): ViberMessage[] {
    return this.bot.chats.get(this.id) ?? []
  }

  get last(): ViberMessage {
    const message = this.messages.at(-1)
    if (!message) throw new Error('the bot has sent nothing')
    return message
  }

  get read(): string {
    return this.last.text
  }

  /** A callback's body, with a token larger than a safe integer as Viber's are. */
  body(content: Json): string {
    last_token += 1n
    const head = `{"message_token":${last_token},"timestamp":1790000000000`
    return `${head},${JSON.stringify(content).slice(1)}`
  }

  /** Delivers a body signed by the bot's token. */
  async send(body: string): Promise<{ status: number; body: string }> {
    const signature = createHmac('sha256', this.bot.token).update(body).digest('hex')
    return this.carry(this.bot.hook ?? '', body, {
      'content-type': 'application/json',
      'x-viber-content-signature': signature,
    })
  }

  /** Opens the chat; the welcome in our answer is shown without a subscription. */
  async start(context = ''): Promise<{ status: number; body: string }> {
    const user = { id: this.id, name: this.who.name, language: 'uk' }
    const answer = await this.send(
      this.body({ event: 'conversation_started', context, user, subscribed: false }),
    )
    const welcome = JSON.parse(answer.body) as Json
    if ('type' in welcome) this.bot.chats.set(this.id, [...this.messages, checked(welcome)])
    return answer
  }

  write(text: string, more: Json = {}) {
    this.bot.subscribed.add(this.id)
    const message = { type: 'text', text, ...this.tracking(), ...more }
    return this.send(this.body({ event: 'message', sender: this.sender(), message }))
  }

  share(phone_number: string, name: string = this.who.name) {
    return this.write('', { type: 'contact', contact: { phone_number, name } })
  }

  /** Taps a key of the last keyboard, as the app does: by its action. */
  tap(text: string) {
    const keyboard = this.messages.toReversed().find((message) => message.keyboard)?.keyboard
    const key = keyboard?.Buttons.find((button) => button.Text.includes(text))
    if (!key) throw new Error(`there is no key «${text}» in: ${this.read}`)
    return this.write(key.ActionBody)
  }

  unsubscribe() {
    this.bot.subscribed.delete(this.id)
    return this.send(this.body({ event: 'unsubscribed', user_id: this.id }))
  }

  /** Viber tells the bot what became of the last message. */
  tell(event: 'delivered' | 'seen' | 'failed', more: Json = {}) {
    const { message_token = 0n } = this.last
    return this.send(
      written({ event, timestamp: 1_790_000_000_000, message_token, user_id: this.id, ...more }),
    )
  }

  private sender = () => ({ id: this.id, name: this.who.name, language: 'uk' })

  private tracking(): Json {
    const last = this.messages.at(-1)
    return last?.tracking_data === undefined ? {} : { tracking_data: last.tracking_data }
  }
}
