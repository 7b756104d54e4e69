import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { selectReaders, type AskedChat } from './advertising-store.ts'
import { CAP_MS, mayWrite, type MayWrite } from './may-write-rules.ts'

/**
 * Asks of each of these chats of one shop whether advertising may go there now, by what the shop's
 * settings, the buyer and everything sent to them say at this moment. Answers in the order asked.
 *
 * Advertising is every row of `bot_message` with priority 2, whoever made it: all of it counts
 * towards the weekly cap, and `deliver` asks here again before it sends any.
 */
export async function askToWrite(
  io: Pick<Io, 'pool' | 'clock'>,
  organization_id: string,
  chats: readonly AskedChat[],
): Promise<MayWrite[]> {
  if (chats.length === 0) return []
  const now = io.clock.now().getTime()
  const rows = await selectReaders(io.pool, organization_id, chats, new Date(now - CAP_MS))
  const answers = new Map(
    rows.map((row) => {
      const settings: NotificationSettings = {
        ...defaultNotificationSettings(),
        ...row.notifications,
      }
      const answer = mayWrite(row, { ...settings, timezone: row.timezone }, now)
      return [keyOf(row), answer] as const
    }),
  )
  return chats.map((chat) => answers.get(keyOf(chat)) ?? { drop: 'gone' })
}

const keyOf = (chat: { subscriber_id: string; message_id?: string | null | undefined }): string =>
  `${chat.subscriber_id} ${chat.message_id ?? ''}`
