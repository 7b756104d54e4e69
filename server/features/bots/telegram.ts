import type { Io } from '#server/io/io.ts'
import { textIn } from '#server/io/text.ts'
import type { Hook, Messenger } from './messenger.ts'

/** The kinds of updates the conversation understands. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member']
const COMMANDS = ['start', 'card', 'balance', 'menu', 'language', 'stop'] as const
const LANGUAGES = [undefined, 'uk', 'ru', 'en'] as const

/** Telegram: webhooks with a secret, or long polling. */
export function telegramMessenger({ messengers }: Pick<Io, 'messengers'>): Messenger {
  const call = messengers.telegram.call
  const setHook = (token: string, { url, secret }: Hook) =>
    call(token, 'setWebhook', { url, secret_token: secret, allowed_updates: ALLOWED_UPDATES })
  return {
    async identify(token) {
      const me = await call<{ id: number; username?: string; first_name: string }>(
        token,
        'getMe',
        {},
      )
      return { external_id: String(me.id), username: me.username ?? '', title: me.first_name }
    },
    async connect(token, hook) {
      if (hook) await setHook(token, hook)
      else await call(token, 'deleteWebhook', {})
      for (const language_code of LANGUAGES) {
        const say = textIn(language_code ?? 'uk')
        const commands = COMMANDS.map((command) => ({
          command,
          description: say(`bot:command_${command}`),
        }))
        await call(token, 'setMyCommands', { commands, ...(language_code && { language_code }) })
      }
    },
    async disconnect(token) {
      await call(token, 'deleteWebhook', {})
    },
    async health(token, hook) {
      await call(token, 'getMe', {})
      const info = await call<{ url: string; last_error_message?: string }>(
        token,
        'getWebhookInfo',
        {},
      )
      if (!hook) return info.url === '' ? null : 'another program receives the updates'
      if (info.url === hook.url) return null
      await setHook(token, hook)
      return null
    },
  }
}
