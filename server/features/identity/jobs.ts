import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { dropEndedRates } from '#server/io/rate-limit.ts'
import { writeLetter, type IdentityLetter } from './messages.ts'
import { after, CONFIRM_LINK_MS, EVENTS_KEPT_MS, GUARD_KEPT_MS, RESET_LINK_MS } from './rules.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'
import { hashToken, newToken } from './tokens.ts'

const mailPayload = z.object({
  user_id: z.uuid(),
  kind: z.enum([
    'confirm',
    'password_changed',
    'session_reused',
    'email_changed',
    'provider_linked',
    'second_factor_on',
    'second_factor_off',
    'second_factor_locked',
    'recovery_used',
    'recovery_renewed',
  ]),
  /** Sealed, for the address that the account no longer has. */
  to_sealed: z.string().optional(),
  provider: z.string().optional(),
})

export function jobs(io: Io): Job[] {
  return [
    job({ name: 'identity.mail', payload: mailPayload, handle: (payload) => mail(io, payload) }),
    job({
      name: 'identity.forgot',
      payload: z.object({ email_sealed: z.string() }),
      handle: ({ email_sealed }) => forgot(io, io.secrets.decrypt('identity.forgot', email_sealed)),
    }),
    job({
      name: 'identity.clean',
      payload: z.object({}),
      cron: '17 3 * * *',
      handle: () => clean(io),
    }),
  ]
}

async function mail(io: Io, payload: z.output<typeof mailPayload>): Promise<void> {
  const user = await store.findUser(io.db, payload.user_id)
  if (!user) return
  switch (payload.kind) {
    case 'confirm': {
      const to = user.pending_email ?? user.email
      if (user.pending_email === null && user.email_confirmed_at !== null) return
      const token = await makeLink(io, user.id, 'confirm', to)
      const kind = user.pending_email === null ? 'confirm' : 'confirm_change'
      return send(io, user, to, { kind, token })
    }
    case 'email_changed': {
      const to = io.secrets.decrypt('identity.mail', payload.to_sealed ?? '')
      return send(io, user, to, { kind: 'email_changed', email: user.email })
    }
    case 'recovery_used': {
      const left = await factors.countRecoveryCodes(io.db, user.id)
      return send(io, user, user.email, { kind: payload.kind, left })
    }
    case 'provider_linked':
      return send(io, user, user.email, { kind: payload.kind, provider: payload.provider ?? '' })
    default:
      return send(io, user, user.email, { kind: payload.kind })
  }
}

async function forgot(io: Io, email: string): Promise<void> {
  const user = await store.findUserByEmail(io.db, email)
  if (!user || user.deleted_at !== null) return
  const token = await makeLink(io, user.id, 'reset', user.email)
  await send(io, user, user.email, { kind: 'reset', token })
}

/** The token exists only in the letter; a handler that runs twice makes two links that both work. */
async function makeLink(
  io: Io,
  user_id: string,
  purpose: 'confirm' | 'reset',
  email: string,
): Promise<string> {
  const token = newToken()
  const created_at = io.clock.now()
  const expires_at = after(created_at, purpose === 'reset' ? RESET_LINK_MS : CONFIRM_LINK_MS)
  const token_hash = hashToken(token)
  await store.insertLink(io.db, { token_hash, user_id, purpose, email, created_at, expires_at })
  return token
}

function send(io: Io, user: store.UserRow, to: string, letter: IdentityLetter): Promise<void> {
  const { first_name, language } = user
  return io.mail.send(writeLetter(io.config.PUBLIC_URL, { to, first_name, language }, letter))
}

async function clean(io: Io): Promise<void> {
  const now = io.clock.now()
  const [events, guards] = [after(now, -EVENTS_KEPT_MS), after(now, -GUARD_KEPT_MS)]
  await store.dropEnded(io.db, { ended: now, events, guards })
  await factors.dropEndedPending(io.db, now)
  await dropEndedRates(io)
}
