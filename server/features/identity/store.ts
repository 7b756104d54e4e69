/**
 * Every statement of identity. Invariants kept here: a link and a social attempt are taken by one
 * conditional statement, so they work once; an ended session is never opened again.
 */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'
import { MISSES_IN_ROW_MAX, type Guard } from './rules.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>
type NewRow<T extends keyof Tables> = Insertable<Tables[T]>

export type UserRow = Row<'user_account'>
export type SessionRow = Row<'session'>

// Accounts

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('user_account').selectAll().where('email', '=', email).executeTakeFirst()
}

export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return (
    tx
      .selectFrom('user_account')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // Rows that point at the account may still be added meanwhile.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

export async function insertUser(tx: Tx, row: NewRow<'user_account'>): Promise<void> {
  await tx.insertInto('user_account').values(row).execute()
}

export async function changeUser(
  db: Db,
  id: string,
  change: Updateable<Tables['user_account']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('user_account').set(change).where('id', '=', id).execute()
}

// Sessions

export async function insertSession(tx: Tx, row: NewRow<'session'>): Promise<void> {
  await tx.insertInto('session').values(row).execute()
}

export async function insertPair(tx: Tx, row: NewRow<'session_token'>): Promise<void> {
  await tx.insertInto('session_token').values(row).execute()
}

/** The live session of an access token with its account: looked up at each call of an owner. */
export function findSignedIn(db: Db, access_hash: Buffer, now: Date) {
  return db
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('user_account as u', 'u.id', 's.user_id')
    .selectAll('u')
    .select(['s.id as session_id', 's.verified_at', 's.remember'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('second_factor as f')
            .select('f.user_id')
            .whereRef('f.user_id', '=', 'u.id')
            .where('f.confirmed_at', 'is not', null),
        )
        .as('has_second_factor'),
    )
    .where('t.access_hash', '=', access_hash)
    .where('t.access_expires_at', '>', now)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findPair(db: Db, refresh_hash: Buffer): Promise<Row<'session_token'> | undefined> {
  return db
    .selectFrom('session_token')
    .selectAll()
    .where('refresh_hash', '=', refresh_hash)
    .executeTakeFirst()
}

export function findPairOfAccess(db: Db, access_hash: Buffer) {
  return db
    .selectFrom('session_token')
    .selectAll()
    .where('access_hash', '=', access_hash)
    .executeTakeFirst()
}

/** Locks a family, so that of its refreshes one goes at a time. */
export function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  return tx.selectFrom('session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function usePair(tx: Tx, refresh_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('session_token')
    .set({ used_at: now })
    .where('refresh_hash', '=', refresh_hash)
    .execute()
}

export async function touchSession(
  tx: Tx,
  id: string,
  seen: { last_seen_at: Date; idle_expires_at: Date; ip: string; user_agent: string },
): Promise<void> {
  await tx.updateTable('session').set(seen).where('id', '=', id).execute()
}

type EndReason = 'logged_out' | 'revoked' | 'reused' | 'password_changed' | 'replaced' | 'deleted'

/** Ends sessions of an account: one, or all. Answers how many were live. */
export async function endSessions(
  tx: Db,
  which: { user_id: string; session_id?: string },
  end_reason: EndReason,
  now: Date,
): Promise<number> {
  let query = tx
    .updateTable('session')
    .set({ ended_at: now, end_reason })
    .where('user_id', '=', which.user_id)
    .where('ended_at', 'is', null)
  if (which.session_id !== undefined) query = query.where('id', '=', which.session_id)
  const result = await query.executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export function listSessions(db: Db, user_id: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(1000)
    .execute()
}

// Misses of signing in

/** Locks the guard of an address, so that simultaneous tries count one after another. */
export async function lockGuard(tx: Tx, email_hash: Buffer, now: Date): Promise<Guard> {
  const empty = {
    misses: 0,
    window_started_at: now,
    locked_until: null,
    locks: 0,
    misses_in_row: 0,
  }
  await tx
    .insertInto('sign_in_guard')
    .values({ email_hash, ...empty })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('sign_in_guard')
    .selectAll()
    .where('email_hash', '=', email_hash)
    .forUpdate()
    .executeTakeFirst()
  return row ?? empty
}

export async function saveGuard(tx: Tx, email_hash: Buffer, guard: Guard): Promise<void> {
  const { misses, window_started_at, locked_until, locks, misses_in_row } = guard
  await tx
    .updateTable('sign_in_guard')
    .set({ misses, window_started_at, locked_until, locks, misses_in_row })
    .where('email_hash', '=', email_hash)
    .execute()
}

export async function dropGuard(db: Db, email_hash: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_guard').where('email_hash', '=', email_hash).execute()
}

// Mailed links

export async function insertLink(db: Db, row: NewRow<'email_link'>): Promise<void> {
  await db.insertInto('email_link').values(row).execute()
}

type Purpose = 'confirm' | 'reset'

export function findLink(db: Db, token_hash: Buffer, purpose: Purpose, now: Date) {
  return db
    .selectFrom('email_link')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a link up. Of simultaneous uses one gets the row, the others nothing. */
export function useLink(tx: Tx, token_hash: Buffer, purpose: Purpose, now: Date) {
  return tx
    .updateTable('email_link')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function dropLinks(tx: Tx, user_id: string, purpose?: Purpose): Promise<void> {
  let query = tx.deleteFrom('email_link').where('user_id', '=', user_id)
  if (purpose !== undefined) query = query.where('purpose', '=', purpose)
  await query.execute()
}

// Social sign-in

export function findIdentity(db: Db, provider: string, subject: string) {
  return db
    .selectFrom('social_identity')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function listProviders(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('social_identity')
    .select('provider')
    .where('user_id', '=', user_id)
    .orderBy('provider', 'desc')
    .execute()
  return rows.map((row) => row.provider)
}

export async function insertIdentity(tx: Tx, row: NewRow<'social_identity'>): Promise<void> {
  await tx.insertInto('social_identity').values(row).execute()
}

/** Answers how many were taken away. */
export async function dropIdentities(tx: Tx, user_id: string, provider?: string): Promise<number> {
  let query = tx.deleteFrom('social_identity').where('user_id', '=', user_id)
  if (provider !== undefined) query = query.where('provider', '=', provider)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

export async function insertAttempt(db: Db, row: NewRow<'social_attempt'>): Promise<void> {
  await db.insertInto('social_attempt').values(row).execute()
}

/** Takes an attempt of this browser; it is gone afterwards, also when signing in then fails. */
export function takeAttempt(
  db: Db,
  attempt: { state_hash: Buffer; browser_hash: Buffer; provider: string },
  now: Date,
) {
  return db
    .deleteFrom('social_attempt')
    .where('state_hash', '=', attempt.state_hash)
    .where('browser_hash', '=', attempt.browser_hash)
    .where('provider', '=', attempt.provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

// What happened to the keys of an account

export async function insertEvent(db: Db, row: NewRow<'security_event'>): Promise<void> {
  await db.insertInto('security_event').values(row).execute()
}

export function listEvents(db: Db, user_id: string, limit: number) {
  return db
    .selectFrom('security_event')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

// Endings

/** Takes everything personal and every key of an account away; its row stays as a tombstone. */
export async function eraseUser(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', id).execute()
  await tx.deleteFrom('email_link').where('user_id', '=', id).execute()
  await tx.deleteFrom('social_identity').where('user_id', '=', id).execute()
  await tx.deleteFrom('social_attempt').where('link_user_id', '=', id).execute()
  await tx.deleteFrom('security_event').where('user_id', '=', id).execute()
  await changeUser(tx, id, {
    email: `deleted:${id}`,
    email_confirmed_at: null,
    pending_email: null,
    first_name: '',
    last_name: '',
    phone: null,
    password_hash: null,
    deleted_at: now,
  })
}

/**
 * Forgets what has ended: `ended` is the end of use, `events` and `guards` the
 * oldest that are kept.
 */
export async function dropEnded(
  db: Db,
  before: { ended: Date; events: Date; guards: Date },
): Promise<void> {
  const { ended, events, guards } = before
  await sql`delete from session where ended_at < ${ended} or idle_expires_at < ${ended}
    or expires_at < ${ended}`.execute(db)
  await db.deleteFrom('email_link').where('expires_at', '<', ended).execute()
  await db.deleteFrom('social_attempt').where('expires_at', '<', ended).execute()
  await db.deleteFrom('security_event').where('at', '<', events).execute()
  // A long row of misses stays until a mailed link breaks it.
  await db
    .deleteFrom('sign_in_guard')
    .where('window_started_at', '<', guards)
    .where('misses_in_row', '<', MISSES_IN_ROW_MAX)
    .execute()
}
