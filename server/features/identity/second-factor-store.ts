/**
 * Statements of the second factor. Invariants kept here: a step, a recovery code and a pending
 * sign-in are taken by one conditional statement, so each works once.
 */
import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'

/** Keeps a key that is being set up; answers false when a confirmed one is there already. */
export async function keepSetUp(
  db: Db,
  row: Omit<Insertable<Tables['second_factor']>, 'confirmed_at'>,
): Promise<boolean> {
  const { secret_sealed, last_step, created_at } = row
  const result = await db
    .insertInto('second_factor')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed, last_step, created_at })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) > 0
}

/** The factor of an account; `on` when it is confirmed and asked for. */
export async function findSecondFactor(db: Db, user_id: string) {
  const row = await db
    .selectFrom('second_factor')
    .selectAll()
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row && { ...row, on: row.confirmed_at !== null }
}

/** Takes a step; of the same code at once one gets true. `confirm`: the factor is in force now. */
export async function takeStep(
  tx: Tx,
  user_id: string,
  step: number,
  confirm?: { at: Date; secret_sealed: string },
): Promise<boolean> {
  let query = tx
    .updateTable('second_factor')
    .set({ last_step: step, ...(confirm && { confirmed_at: confirm.at }) })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .where('confirmed_at', confirm ? 'is' : 'is not', null)
  // Set up anew meanwhile: the code was of a key that is gone.
  if (confirm) query = query.where('secret_sealed', '=', confirm.secret_sealed)
  return Number((await query.executeTakeFirst()).numUpdatedRows) === 1
}

/** Uses a recovery code up, whichever of the keys digested it. */
export async function takeRecoveryCode(
  tx: Tx,
  user_id: string,
  hashes: string[],
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function countRecoveryCodes(db: Db, user_id: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** New codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(tx: Tx, user_id: string, hashes: string[]) {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute()
}

/** Takes everything of the second factor away. Answers whether it was on. */
export async function dropSecondFactor(tx: Tx, user_id: string): Promise<boolean> {
  await dropPending(tx, user_id)
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  const row = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

// Sign-ins that wait for their second step

export async function insertPending(tx: Tx, row: Insertable<Tables['pending_sign_in']>) {
  await tx.insertInto('pending_sign_in').values(row).execute()
}

export function findPending(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('pending_sign_in')
    .selectAll()
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Takes a pending sign-in; of two at once one gets true. */
export async function takePending(tx: Tx, token_hash: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .deleteFrom('pending_sign_in')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

export async function dropPending(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('pending_sign_in').where('user_id', '=', user_id).execute()
}

export async function dropEndedPending(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('pending_sign_in').where('expires_at', '<=', now).execute()
}

// Sealing anew

export function listSealed(db: Db) {
  return db.selectFrom('second_factor').select(['user_id', 'secret_sealed']).execute()
}

/** False when the key was set up anew meanwhile. */
export async function reseal(db: Db, user_id: string, from: string, to: string) {
  const result = await db
    .updateTable('second_factor')
    .set({ secret_sealed: to })
    .where('user_id', '=', user_id)
    .where('secret_sealed', '=', from)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}
