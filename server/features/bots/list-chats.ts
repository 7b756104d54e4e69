import type { Io } from '#server/io/io.ts'
import { listReachable, type SubscriberRow } from './subscriber-store.ts'

/** The chats in which a buyer can be reached now, the one used last first. */
export const listChats = (
  io: Pick<Io, 'db'>,
  { organization_id, buyer_id }: { organization_id: string; buyer_id: string },
): Promise<SubscriberRow[]> => listReachable(io.db, organization_id, buyer_id)
