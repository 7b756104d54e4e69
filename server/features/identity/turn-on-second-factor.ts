import { randomBytes } from 'node:crypto'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { setTokens } from './cookies.ts'
import { noteEvent } from './note-event.ts'
import { openSession } from './open-session.ts'
import type { Owner } from './require-owner.ts'
import { requireVerified } from './require-verified.ts'
import * as factors from './second-factor-store.ts'
import {
  RECOVERY_BYTES,
  RECOVERY_CODES,
  SECRET_BYTES,
  stepOfCode,
  uriOf,
  writeRecoveryCode,
  writeSecret,
} from './second-factor-rules.ts'
import * as store from './store.ts'
import { hashesOfCode, openSecret, sealSecret } from './use-code.ts'

/**
 * Makes the key that an app is to know; until a code proves that it does, nothing asks for it. The
 * e-mail must be confirmed: whoever signed up with a stranger's address would lock that person out.
 * Refuses: `verification_required`, `email_unconfirmed`, `version_conflict` when the factor is on.
 */
export async function startSecondFactor(
  io: Io,
  owner: Owner,
): Promise<{ key: string; uri: string }> {
  requireVerified(io, owner)
  if (!owner.email_confirmed) throw new Refusal('email_unconfirmed')
  const key = writeSecret(randomBytes(SECRET_BYTES))
  const { user_id, email } = owner
  const created_at = io.clock.now()
  const row = { user_id, secret_sealed: sealSecret(io, key), last_step: 0, created_at }
  if (!(await factors.keepSetUp(io.db, row))) throw new Refusal('version_conflict')
  return { key, uri: uriOf(key, email) }
}

/**
 * Turns the second factor on by the first code of the app. Every other session ends, for each was
 * opened without it. Answers the recovery codes, which are shown this once.
 * Refuses: `verification_required`, `code_wrong`, `version_conflict`.
 */
export async function confirmSecondFactor(
  io: Io,
  call: Call,
  owner: Owner,
  code: string,
): Promise<string[]> {
  requireVerified(io, owner)
  const { user_id, remember } = owner
  const now = io.clock.now()
  const { codes, pair } = await inTransaction(io.db, async (tx) => {
    const row = await store.lockUser(tx, user_id)
    const factor = row && (await factors.findSecondFactor(tx, user_id))
    if (!factor) throw new Refusal('code_wrong')
    if (factor.on) throw new Refusal('version_conflict')
    const { secret_sealed, last_step } = factor
    const step = stepOfCode(openSecret(io, secret_sealed), code.replace(/\s/g, ''), now, last_step)
    const confirm = { at: now, secret_sealed }
    if (step === undefined || !(await factors.takeStep(tx, user_id, step, confirm)))
      throw new Refusal('code_wrong')
    const codes = await giveRecoveryCodes(io, tx, user_id)
    await store.endSessions(tx, { user_id }, 'replaced', now)
    await noteEvent(io, tx, call, user_id, 'second_factor_on')
    await io.jobs.send('identity.mail', { kind: 'second_factor_on', user_id }, { tx })
    return { codes, pair: await openSession(io, tx, call, { user_id, remember }) }
  })
  setTokens(io.config, call, pair, remember)
  return codes
}

/**
 * New recovery codes; the earlier ones work no more.
 * Refuses: `verification_required`, `not_found` when the factor is off.
 */
export async function renewRecoveryCodes(io: Io, call: Call, owner: Owner): Promise<string[]> {
  requireVerified(io, owner)
  const { user_id } = owner
  return inTransaction(io.db, async (tx) => {
    await store.lockUser(tx, user_id)
    const factor = await factors.findSecondFactor(tx, user_id)
    if (!factor?.on) throw new Refusal('not_found')
    await noteEvent(io, tx, call, user_id, 'recovery_renewed')
    await io.jobs.send('identity.mail', { kind: 'recovery_renewed', user_id }, { tx })
    return giveRecoveryCodes(io, tx, user_id)
  })
}

async function giveRecoveryCodes(io: Io, tx: Tx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    writeRecoveryCode(randomBytes(RECOVERY_BYTES)),
  )
  const hashes = codes.map((code) => hashesOfCode(io, user_id, code.replaceAll('-', ''))[0] ?? '')
  await factors.replaceRecoveryCodes(tx, user_id, hashes)
  return codes
}
