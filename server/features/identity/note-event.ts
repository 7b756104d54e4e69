import type { Db } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import type { SecurityEvent } from '#contract/user.ts'
import * as store from './store.ts'
import { visitorOf } from './visitor.ts'

/** Notes what happened to the keys of an account, for its owner to read and for the log. */
export async function noteEvent(
  io: Io,
  db: Db,
  call: Call,
  user_id: string,
  kind: SecurityEvent['kind'],
): Promise<void> {
  const at = io.clock.now()
  io.log.info({ request_id: call.request_id, user_id, event: kind }, 'an account’s keys')
  await store.insertEvent(db, { id: newId(at), user_id, kind, at, ...visitorOf(call) })
}
