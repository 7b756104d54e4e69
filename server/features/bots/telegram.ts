import type { Io } from '#server/io/io.ts'
import { textIn } from '#server/io/text.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import type { Hook, Messenger, Send } from './messenger.ts'
import { telegramCall } from './telegram-rules.ts'
import { menuLabels } from './words.ts'

/** The kinds of updates the conversation understands. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member', 'managed_bot']
const COMMANDS = ['start', 'card', 'balance', 'menu', 'language', 'stop'] as const
const LANGUAGES = [undefined, 'uk', 'ru', 'en', 'fr', 'es', 'de', 'zh'] as const

/** Telegram: webhooks with a secret, or long polling. */
export function telegramMessenger({ messengers }: Pick<Io, 'messengers'>): Messenger {
  const call = messengers.telegram.call
  const setHook = (token: string, { url, secret }: Hook) =>
    call(token, 'setWebhook', { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES })
  return {
    async identify(token) {
      const me = await call<Me>(token, 'getMe', {})
      const can_manage_bots = me.can_manage_bots ?? false
      const known = { external_id: String(me.id), username: me.username ?? '' }
      return { ...known, title: me.first_name, can_manage_bots }
    },
    async connect(token, hook, card) {
      if (hook) await setHook(token, hook)
      else await call(token, 'deleteWebhook', {})
      await Promise.all(LANGUAGES.map((language_code) => introduce(call, token, language_code)))
      // Telegram opens pages over https alone; elsewhere the button lists the commands.
      const menu_button = card
        ? { type: 'web_app', text: textIn('uk')('bot:card_button'), web_app: { url: card } }
        : { type: 'commands' }
      await call(token, 'setChatMenuButton', { menu_button })
    },
    async disconnect(token) {
      await call(token, 'deleteWebhook', {})
    },
    async health(token, hook) {
      const info = await call<WebhookInfo>(token, 'getWebhookInfo', {})
      if (!hook) return info.url === '' ? null : 'another program receives the updates'
      // A bot that was connected when we asked for less hears of everything from now on.
      const asked = info.allowed_updates ?? ALLOWED_UPDATES
      const whole = ALLOWED_UPDATES.every((kind) => asked.includes(kind))
      if (info.url === hook.url && whole) return null
      await setHook(token, hook)
      return null
    },
    async ownPicture(token, external_id, known) {
      const asked = { user_id: Number(external_id), limit: 1 }
      const { photos } = await call<Photos>(token, 'getUserProfilePhotos', asked)
      const sizes = photos[0] ?? []
      const photo = sizes.find(({ width }) => width >= AVATAR_WIDTH) ?? sizes.at(-1)
      if (!photo) return null
      // A file may be asked for by its id, which changes; the picture stays the same by this name.
      const name = photo.file_unique_id
      if (name === known) return { name, bytes: null }
      const { file_path } = await call<File>(token, 'getFile', { file_id: photo.file_id })
      if (file_path === undefined) return null
      return { name, bytes: await messengers.telegram.download(token, file_path) }
    },
    send: (token, send) => sendOne(call, token, send),
    async edit(token, user_id, external_id, outgoing) {
      const tapped = { message_id: external_id, has_picture: false }
      const picture = null
      await sendOne(call, token, {
        ...{ user_id, picture, sender: '', card: null },
        outgoing: { ...outgoing, tapped, replaces: true },
      })
    },
    async remove(token, user_id, external_id) {
      await call(token, 'deleteMessage', { chat_id: user_id, message_id: Number(external_id) })
    },
  }
}

/** Pixels of the side; Telegram keeps a picture in a few sizes, smallest first. */
const AVATAR_WIDTH = 160
type Photos = { photos: { file_id: string; file_unique_id: string; width: number }[][] }
type File = { file_path?: string }
type Me = { id: number; username?: string; first_name: string; can_manage_bots?: boolean }
/** Without `allowed_updates` all that we want comes. */
type WebhookInfo = { url: string; allowed_updates?: string[] }

type Call = Io['messengers']['telegram']['call']

/** The commands, and what a chat shows before it begins, in one language. */
async function introduce(
  call: Call,
  token: string,
  language_code: string | undefined,
): Promise<void> {
  const say = textIn(language_code ?? 'uk')
  const language = language_code === undefined ? {} : { language_code }
  const commands = COMMANDS.map((command) => ({
    command,
    description: say(`bot:command_${command}`),
  }))
  await call(token, 'setMyCommands', { commands, ...language })
  await call(token, 'setMyDescription', { description: say('bot:description'), ...language })
}

async function sendOne(call: Call, token: string, send: Send): Promise<string | null> {
  const { outgoing, picture } = send
  try {
    return await sendWith(call, token, send, picture?.kept.file_id ?? null)
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    // The same words again: what is wanted is there already.
    if (/not modified/i.test(error.message)) return outgoing.tapped?.message_id ?? null
    if (error.trouble !== 'bad' || !picture?.kept.file_id) throw error
    // Telegram does not know the picture by that name any more: it is uploaded anew.
    picture.kept.file_id = null
    return sendWith(call, token, send, null)
  }
}

type Sent = { message_id: number; photo?: { file_id: string }[] }

/** `file_id`: what Telegram calls the picture, where it has it already. */
async function sendWith(
  call: Call,
  token: string,
  { user_id, outgoing, picture, card }: Send,
  file_id: string | null,
): Promise<string | null> {
  const labels = { menu: menuLabels(outgoing.language), card }
  const plain = picture ? outgoing : withoutPicture(outgoing)
  const { method, payload, picture: field } = telegramCall(user_id, plain, labels)
  const known = field === 'photo' && file_id !== null
  const attachment =
    picture && field !== null && !known
      ? { field, file_name: picture.file_name, bytes: picture.bytes }
      : undefined
  const whole = known ? { ...payload, photo: file_id } : payload
  // A changed message may be answered by a bare yes.
  const sent = await call<Sent | true | null>(token, method, whole, attachment && { attachment })
  if (sent === true || sent === null) return null
  const largest = sent.photo?.at(-1)?.file_id
  if (picture && largest !== undefined) picture.kept.file_id = largest
  return String(sent.message_id)
}

function withoutPicture({ picture: _gone, ...outgoing }: Send['outgoing']): Send['outgoing'] {
  return outgoing
}
