import type { Io } from '#server/io/io.ts'
import type { ClientRow } from './client-store.ts'
import { putFate } from './message-store.ts'
import type { Fate } from './viber-rules.ts'

/** A messenger may tell of a message before we have written down that it was sent. */
const LATER_MS = 5_000

/** Writes down what a messenger tells of a message of ours, now or as soon as it is known here. */
export async function noteFate(io: Io, client: Pick<ClientRow, 'id'>, fate: Fate): Promise<void> {
  const at = io.clock.now()
  const told = { ...fate, client_id: client.id, at }
  if (await putFate(io.db, told)) return
  const start_after = new Date(at.getTime() + LATER_MS)
  const payload = { ...told, at: at.toISOString() }
  await io.jobs.send('bots.note_fate', payload, { start_after })
}
