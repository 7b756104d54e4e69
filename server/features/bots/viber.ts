import type { Io } from '#server/io/io.ts'
import type { Hook, Messenger, Send } from './messenger.ts'
import { viberMessages } from './viber-rules.ts'
import { menuButtons } from './words.ts'

const EVENTS = [
  ...['subscribed', 'unsubscribed', 'conversation_started', 'message'],
  ...['delivered', 'seen', 'failed'],
]

type Account = {
  id: string
  uri: string
  name: string
  icon?: string
  webhook?: string
  event_types?: string[]
}

/** Viber: webhooks alone, proven by a signature over the raw body. */
export function viberMessenger({ messengers }: Pick<Io, 'messengers'>): Messenger {
  const call = messengers.viber.call
  const setHook = (token: string, { url }: Hook) =>
    call(token, 'set_webhook', { url, event_types: EVENTS, send_name: true, send_photo: false })
  return {
    async identify(token) {
      const { id, uri, name } = await call<Account>(token, 'get_account_info', {})
      return { external_id: id, username: uri, title: name, can_manage_bots: false }
    },
    async connect(token, hook) {
      if (hook) await setHook(token, hook)
    },
    async disconnect(token) {
      await call(token, 'set_webhook', { url: '' })
    },
    async health(token, hook) {
      const { webhook, event_types } = await call<Account>(token, 'get_account_info', {})
      // A bot that was connected when we asked for less hears of everything from now on.
      const whole = !event_types || EVENTS.every((event) => event_types.includes(event))
      if (hook && (webhook !== hook.url || !whole)) await setHook(token, hook)
      return null
    },
    async ownPicture(token, _external_id, known) {
      const { icon } = await call<Account>(token, 'get_account_info', {})
      if (!icon) return null
      const bytes = icon === known ? null : await messengers.viber.download(token, icon)
      return { name: icon, bytes }
    },
    async send(token, send) {
      let sent: string | null = null
      for (const message of viberWires(send)) {
        const answer = await call<{ message_token?: string }>(token, 'send_message', {
          receiver: send.user_id,
          ...message,
        })
        sent = answer.message_token ?? sent
      }
      return sent
    },
  }
}

/** A message as Viber's own, one or two of them. */
type Wired = Pick<Send, 'outgoing' | 'sender' | 'picture'>
export const viberWires = ({ outgoing, sender, picture }: Wired) =>
  viberMessages(outgoing, {
    sender,
    menu: menuButtons(outgoing.language),
    picture_url: picture?.url ?? null,
  })
