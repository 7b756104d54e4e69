import type { Provider, User } from '#contract/user.ts'
import { databaseCode, inTransaction, type Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Social } from '#server/io/social/open-social.ts'
import type { SocialProfile } from '#server/io/social/provider.ts'
import { readBrowser } from './cookies.ts'
import { enterAccount, giveEntry } from './enter-account.ts'
import { insertNewUser } from './insert-new-user.ts'
import { noteEvent } from './note-event.ts'
import { printUser } from './print-user.ts'
import { requireOwner } from './require-owner.ts'
import { decideSocial } from './rules.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'
import { hashEmail, takeVisitorRate } from './visitor.ts'

type Ask = { code: string; state: string; redirect_uri: string; iss?: string | undefined }
type Entered = { user: store.UserRow; is_new: boolean }
const UNIQUE_VIOLATION = '23505'

/**
 * Finishes a social sign-in that this browser began. The identity is (provider, subject); an
 * e-mail joins an account only when both sides proved it, and an account that never proved it
 * loses its password, its sessions and its other sign-ins first.
 * Refuses: `provider_not_configured`, `link_expired` (state unknown, used, too old or of another
 * browser), `provider_refused`, `second_factor_required`, `email_taken`, `rate_limited`.
 */
export async function signInWithProvider(
  io: Io,
  social: Social,
  call: Call,
  provider: Provider,
  ask: Ask,
): Promise<{ user: User; redirect: string; is_new: boolean }> {
  const { profile, attempt } = await readProfile(io, social, call, provider, ask)
  if (attempt.link_user_id !== null) {
    const owner = await requireOwner(io, call)
    if (owner.user_id !== attempt.link_user_id) throw new Refusal('link_expired')
    const user = await linkProvider(io, call, owner.user_id, provider, profile.subject)
    return { user: printUser(user), redirect: attempt.redirect, is_new: false }
  }
  const { user, is_new, entry } = await enter(io, call, provider, profile)
  giveEntry(io, call, entry, true, { redirect: attempt.redirect })
  return { user: printUser(user), redirect: attempt.redirect, is_new }
}

async function readProfile(io: Io, social: Social, call: Call, provider: Provider, ask: Ask) {
  const chosen = social[provider]
  if (!chosen) throw new Refusal('provider_not_configured')
  await takeVisitorRate(io, call, 'social sign-in', 30, 600)
  const browser = readBrowser(io.config, call)
  if (browser === undefined) throw new Refusal('link_expired')
  const hashes = { state_hash: hashToken(ask.state), browser_hash: hashToken(browser) }
  const attempt = await store.takeAttempt(io.db, { ...hashes, provider }, io.clock.now())
  if (!attempt || attempt.redirect_uri !== ask.redirect_uri) throw new Refusal('link_expired')
  const { redirect_uri, nonce } = attempt
  const verifier = io.secrets.decrypt('identity.social', attempt.verifier_sealed)
  const start = { redirect_uri, nonce, verifier, state: ask.state }
  const profile = await chosen
    .readProfile(start, { code: ask.code, iss: ask.iss })
    .catch((error: unknown) => {
      io.log.warn({ provider, reason: reasonOf(error) }, 'a sign-in provider refused')
      throw new Refusal('provider_refused')
    })
  return { profile, attempt }
}

/** Only the kind of an error: its text may quote what the provider sent. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? ((error as { code?: string }).code ?? error.name) : 'unknown'

async function enter(io: Io, call: Call, provider: Provider, profile: SocialProfile) {
  const attempt = () =>
    inTransaction(io.db, async (tx) => {
      const entered = await findOrMake(io, tx, call, provider, profile)
      const user_id = entered.user.id
      return { ...entered, entry: await enterAccount(io, tx, call, { user_id, remember: true }) }
    })
  try {
    return await attempt()
  } catch (error) {
    // Somebody took the e-mail or the identity in between, perhaps a second click: look again.
    if (databaseCode(error) !== UNIQUE_VIOLATION) throw error
    return attempt()
  }
}

async function findOrMake(
  io: Io,
  tx: Tx,
  call: Call,
  provider: Provider,
  profile: SocialProfile,
): Promise<Entered> {
  const identity = await store.findIdentity(tx, provider, profile.subject)
  const known = identity && (await store.lockUser(tx, identity.user_id))
  if (known) return { user: known, is_new: false }
  const { email } = profile
  if (email === undefined)
    throw new Refusal('provider_refused', { data: { reason: 'email_missing' } })

  const found = await store.findUserByEmail(tx, email)
  const byEmail = found && (await store.lockUser(tx, found.id))
  const decision = decideSocial(
    profile,
    byEmail && { id: byEmail.id, email_confirmed: byEmail.email_confirmed_at !== null },
  )
  if (decision === 'refuse') throw new Refusal('email_taken')
  const user = byEmail
    ? decision === 'replace'
      ? await takeOver(io, tx, byEmail)
      : byEmail
    : await insertNewUser(io, tx, call, {
        email,
        email_confirmed: decision === 'create_confirmed',
        first_name: profile.first_name || (email.split('@')[0] ?? email).slice(0, 60),
        last_name: profile.last_name,
        password_hash: null,
      })
  await keepIdentity(io, tx, user.id, provider, profile.subject)
  if (byEmail) await tellLinked(io, tx, call, user.id, provider)
  return { user, is_new: !byEmail }
}

/** The proved owner of the address takes an account that somebody made without proving it. */
async function takeOver(io: Io, tx: Tx, user: store.UserRow): Promise<store.UserRow> {
  const now = io.clock.now()
  const change = { password_hash: null, email_confirmed_at: now, pending_email: null }
  await store.changeUser(tx, user.id, change)
  await store.endSessions(tx, { user_id: user.id }, 'replaced', now)
  await store.dropLinks(tx, user.id)
  await store.dropIdentities(tx, user.id)
  await factors.dropSecondFactor(tx, user.id)
  await store.dropGuard(tx, hashEmail(user.email))
  return { ...user, ...change }
}

async function keepIdentity(io: Io, tx: Tx, user_id: string, provider: Provider, subject: string) {
  await store.insertIdentity(tx, { provider, subject, user_id, created_at: io.clock.now() })
}

async function tellLinked(io: Io, tx: Tx, call: Call, user_id: string, provider: Provider) {
  await noteEvent(io, tx, call, user_id, 'provider_linked')
  await io.jobs.send('identity.mail', { kind: 'provider_linked', user_id, provider }, { tx })
}

async function linkProvider(
  io: Io,
  call: Call,
  user_id: string,
  provider: Provider,
  subject: string,
): Promise<store.UserRow> {
  const taken = new Refusal('validation_failed', { fields: [{ path: 'provider', code: 'taken' }] })
  try {
    return await inTransaction(io.db, async (tx) => {
      const user = await store.lockUser(tx, user_id)
      if (!user) throw new Refusal('not_signed_in')
      const identity = await store.findIdentity(tx, provider, subject)
      if (identity?.user_id === user_id) return user
      if (identity) throw taken
      await keepIdentity(io, tx, user_id, provider, subject)
      await tellLinked(io, tx, call, user_id, provider)
      return user
    })
  } catch (error) {
    if (databaseCode(error) === UNIQUE_VIOLATION) throw taken
    throw error
  }
}
