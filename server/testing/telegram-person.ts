import type { SentMessage, TelegramBot } from './telegram-stand-in.ts'

type Json = Record<string, unknown>
type Pushed = Promise<{ status: number; body: string }>

let last_update = 500_000_000

/** A person in a chat with one bot: writes, taps and reads as in the app. */
export class TelegramPerson {
  readonly id: number
  readonly bot: TelegramBot
  private readonly who: { id: number; name: string; language: string }
  private readonly push: (update: Json) => Pushed

  constructor(
    bot: TelegramBot,
    who: { id: number; name: string; language: string },
    push: (update: Json) => Pushed,
  ) {
    this.id = who.id
    this.bot = bot
    this.who = who
    this.push = push
  }

  get from() {
    const { id, name, language } = this.who
    return { id, is_bot: false, first_name: name, language_code: language }
  }

  /** What the bot sent and did not take back, oldest first. */
  get messages(): SentMessage[] {
    return this.bot.chats.get(this.id) ?? []
  }

  get last(): SentMessage {
    const message = this.messages.at(-1)
    if (!message) throw new Error('the bot has sent nothing')
    return message
  }

  /** The words of the last message, whatever it is. */
  get read(): string {
    return this.last.text ?? (this.last.caption ?? '').replaceAll(/<\/?b>/g, '')
  }

  /** An update as Telegram would send it, not sent yet. */
  update(content: Json): Json {
    if (!this.bot.chats.has(this.id)) this.bot.chats.set(this.id, [])
    last_update += 1
    return { update_id: last_update, ...content }
  }

  message(content: Json): Json {
    const chat = { id: this.id, type: 'private', first_name: this.who.name }
    const date = 1_790_000_000
    return this.update({
      message: { message_id: last_update, from: this.from, chat, date, ...content },
    })
  }

  send(update: Json): Pushed {
    return this.push(update)
  }

  write(text: string): Pushed {
    return this.push(this.message({ text }))
  }

  /** Opens the chat by a link of ours. */
  start(payload = ''): Pushed {
    this.bot.blocked.delete(this.id)
    return this.write(payload === '' ? '/start' : `/start ${payload}`)
  }

  /** Taps the button that asks for the number; `whose`: somebody else's contact instead. */
  share(phone: string, whose: number = this.id): Pushed {
    return this.push(
      this.message({ contact: { phone_number: phone, first_name: this.who.name, user_id: whose } }),
    )
  }

  locate(latitude: number, longitude: number): Pushed {
    return this.push(this.message({ location: { latitude, longitude } }))
  }

  /** Taps a button under the newest message that has it. */
  tap(text: string): Pushed {
    const found = this.messages
      .toReversed()
      .flatMap((message) =>
        (message.reply_markup?.inline_keyboard ?? []).flat().map((button) => ({ message, button })),
      )
      .find(({ button }) => button.text.includes(text))
    if (!found) {
      const keyboard = this.messages.toReversed().find((one) => one.reply_markup?.keyboard)
      const key = keyboard?.reply_markup?.keyboard?.flat().find((one) => one.text.includes(text))
      if (!key) throw new Error(`there is no button «${text}» in: ${this.read}`)
      return this.write(key.text)
    }
    return this.push(this.tapOf(found.message, found.button.callback_data ?? ''))
  }

  tapOf(message: SentMessage, data: string): Json {
    const id = `tap-${last_update}`
    this.bot.taps.add(id)
    const chat = { id: this.id, type: 'private' }
    const shown = { message_id: message.message_id, chat, ...(message.photo && { photo: [{}] }) }
    return this.update({ callback_query: { id, from: this.from, data, message: shown } })
  }

  block(): Pushed {
    this.bot.blocked.add(this.id)
    return this.push(this.member('kicked'))
  }

  unblock(): Pushed {
    this.bot.blocked.delete(this.id)
    return this.push(this.member('member'))
  }

  private member(status: string): Json {
    const chat = { id: this.id, type: 'private' }
    return this.update({ my_chat_member: { chat, from: this.from, new_chat_member: { status } } })
  }
}
