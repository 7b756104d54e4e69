import type { Io } from '#server/io/io.ts'
import type { NoticeKey, NoticeWords } from './rules.ts'
import { selectNotice } from './store.ts'

/** What a notice says and when it was made; undefined: its words are gone. */
export const readNotice = (
  io: Pick<Io, 'db'>,
  key: NoticeKey,
): Promise<{ words: NoticeWords; created_at: Date } | undefined> => selectNotice(io.db, key)
