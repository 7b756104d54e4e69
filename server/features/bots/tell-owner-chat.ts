import { mailNotice } from '#server/features/notices/mail-notice.ts'
import { readNotice } from '#server/features/notices/read-notice.ts'
import type { NoticeKey, NoticeWords } from '#server/features/notices/rules.ts'
import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { tokenOf } from './client-secrets.ts'
import { findClient } from './client-store.ts'
import { quoted, type Outgoing } from './message-rules.ts'
import { deleteByChat, findOwnerChat } from './owner-chat-store.ts'
import { sendNow } from './send-now.ts'
import { takePlace } from './send-pace.ts'

export const TELL_OWNER = 'owner_noticed.tell_chat'

const SECOND_MS = 1_000
const AGAIN_SECONDS = 60
/** What a messenger has not taken for so long goes by mail. */
const PATIENCE_MS = 3_600_000

/**
 * Tells a notice in the chat that the owner has linked, if it is wanted there. What cannot be told
 * there goes by mail, unless it went there anyway. A chat that has blocked the bot is linked no more.
 */
export async function tellOwnerChat(io: Io, ask: NoticeKey & { mailed: boolean }): Promise<void> {
  const { organization_id, notice_id, mailed } = ask
  const notice = await readNotice(io, ask)
  const chat = await findOwnerChat(io.db, organization_id)
  const client = chat && (await findClient(io.db, chat.client_id))
  if (!notice || !client || !chat.wanted) return
  const otherwise = async () => {
    if (!mailed) await mailNotice(io, { organization_id, notice_id })
  }
  const to = { user_id: chat.chat_id, outgoing: sayNotice(notice.words) }
  const token = tokenOf(io, client)
  const place = await takePlace(io, client.id)
  try {
    await sendNow(io, client, token, to).finally(place.answered)
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    const { trouble, retry_after } = error
    const waited = io.clock.now().getTime() - notice.created_at.getTime()
    if (error.may_pass && waited < PATIENCE_MS) {
      const wait_ms = (trouble === 'slow_down' ? retry_after : AGAIN_SECONDS) * SECOND_MS
      const start_after = new Date(io.clock.now().getTime() + wait_ms)
      return io.jobs.send(TELL_OWNER, ask, { start_after })
    }
    io.log.warn({ organization_id, trouble }, 'a notice could not be told in the owner’s chat')
    if (trouble === 'blocked') await deleteByChat(io.db, chat)
    await otherwise()
  }
}

/** A notice as it stands in a chat. Messengers open pages over https alone. */
function sayNotice({ language, subject, paragraphs, button }: NoticeWords): Outgoing {
  const text = [`**${quoted(subject)}**`, ...paragraphs.map(quoted)].join('\n\n')
  const opens = button.url.startsWith('https://')
  const rows = opens ? [[{ text: button.title, url: button.url }]] : []
  return { text, rows, tapped: null, language }
}
