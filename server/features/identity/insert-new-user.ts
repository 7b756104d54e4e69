import type { Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { noteEvent } from './note-event.ts'
import * as store from './store.ts'

const languageIds: Partial<Record<TextLanguage, string>> = { uk: 'ua-UA', ru: 'ru-RU' }

/**
 * Writes a new account with what every one begins with, however it signs up. An address that is
 * not confirmed gets the confirmation letter.
 */
export async function insertNewUser(
  io: Io,
  tx: Tx,
  call: Call,
  person: {
    email: string
    email_confirmed: boolean
    first_name: string
    last_name?: string | undefined
    language?: string | undefined
    password_hash: string | null
  },
): Promise<store.UserRow> {
  const now = io.clock.now()
  const row = {
    id: newId(now),
    email: person.email,
    email_confirmed_at: person.email_confirmed ? now : null,
    pending_email: null,
    first_name: person.first_name,
    last_name: person.last_name ?? '',
    phone: null,
    language: person.language ?? languageIds[call.language] ?? call.language,
    theme: 'auto',
    date_format: 'dd.mm.yyyy',
    hotkeys: true,
    email_reports: true,
    password_hash: person.password_hash,
    password_changed_at: null,
    terms_accepted_at: now,
    created_at: now,
    deleted_at: null,
  }
  await store.insertUser(tx, row)
  await noteEvent(io, tx, call, row.id, 'signed_up')
  if (!person.email_confirmed) {
    await io.jobs.send('identity.mail', { kind: 'confirm', user_id: row.id }, { tx })
  }
  return row
}
