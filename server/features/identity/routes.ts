import * as secondFactor from '#contract/second-factor.ts'
import * as socialEndpoints from '#contract/social.ts'
import * as endpoints from '#contract/user.ts'
import type { Provider, SecurityEvent } from '#contract/user.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { openSocial } from '#server/io/social/open-social.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { forgotPassword } from './forgot-password.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { printProfile } from './print-user.ts'
import { refreshSession } from './refresh-session.ts'
import { requireOwner } from './require-owner.ts'
import { resetPassword } from './reset-password.ts'
import { deviceOf } from './rules.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { signUp } from './sign-up.ts'
import { startProvider } from './start-provider.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'
import { turnOffSecondFactor } from './turn-off-second-factor.ts'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './turn-on-second-factor.ts'
import { unlinkProvider } from './unlink-provider.ts'
import { updateProfile } from './update-profile.ts'
import { verifyUser } from './verify-user.ts'

const EVENTS_SHOWN = 50

/** Account, session, social sign-in. */
export function routes(io: Io): Route[] {
  return [
    ...sessionRoutes(io),
    ...accountRoutes(io),
    ...linkRoutes(io),
    ...factorRoutes(io),
    ...socialRoutes(io),
  ]
}

function sessionRoutes(io: Io): Route[] {
  return [
    route(endpoints.signUp, async ({ body }, call) => ({ user: await signUp(io, call, body) })),
    route(endpoints.logIn, async ({ body }, call) => ({ user: await logIn(io, call, body) })),
    route(endpoints.verifyUser, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const verified_until = await verifyUser(io, call, owner, body)
      return { verified_until: verified_until.toISOString() }
    }),
    route(endpoints.refreshSession, async (_ask, call) => ({
      user: await refreshSession(io, call),
    })),
    route(endpoints.logOut, ({ body }, call) => logOut(io, call, body?.all ?? false)),
    route(endpoints.listSessions, async (_ask, call) => {
      const owner = await requireOwner(io, call)
      const rows = await store.listSessions(io.db, owner.user_id, io.clock.now())
      return onePage(
        rows.map((row) => ({
          id: row.id,
          current: row.id === owner.session_id,
          created_at: row.created_at.toISOString(),
          last_seen_at: row.last_seen_at.toISOString(),
          ip: row.ip,
          device: deviceOf(row.user_agent),
        })),
      )
    }),
    route(endpoints.revokeSession, async ({ params }, call) => {
      const { user_id } = await requireOwner(io, call)
      const { session_id } = params
      const ended = await store.endSessions(
        io.db,
        { user_id, session_id },
        'revoked',
        io.clock.now(),
      )
      if (ended === 0) throw new Refusal('not_found')
    }),
    route(endpoints.listSecurityEvents, async (_ask, call) => {
      const { user_id } = await requireOwner(io, call)
      const rows = await store.listEvents(io.db, user_id, EVENTS_SHOWN)
      return onePage(
        rows.map((row) => ({
          id: row.id,
          kind: row.kind as SecurityEvent['kind'],
          at: row.at.toISOString(),
          ip: row.ip,
          device: deviceOf(row.user_agent),
        })),
      )
    }),
  ]
}

function accountRoutes(io: Io): Route[] {
  return [
    route(endpoints.getProfile, async (_ask, call) => {
      const { user_id } = await requireOwner(io, call)
      return readProfile(io, user_id)
    }),
    route(endpoints.updateProfile, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      await updateProfile(io, owner, body)
      return readProfile(io, owner.user_id)
    }),
    route(endpoints.changePassword, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return { user: await changePassword(io, call, owner, body) }
    }),
  ]
}

function linkRoutes(io: Io): Route[] {
  return [
    route(endpoints.forgotPassword, async ({ body }, call) => {
      await forgotPassword(io, call, body)
      return { accepted: true as const }
    }),
    route(endpoints.resetPassword, async ({ body }, call) => ({
      user: await resetPassword(io, call, body),
    })),
    route(endpoints.confirmEmail, async ({ body }, call) => ({
      email: await confirmEmail(io, call, body.token),
    })),
    route(endpoints.resendConfirmation, async (_ask, call) => {
      const { user_id } = await requireOwner(io, call)
      await takeRate(io, `confirmation of ${user_id}`, 5, 3600)
      await io.jobs.send('identity.mail', { kind: 'confirm', user_id })
      return { accepted: true as const }
    }),
  ]
}

function factorRoutes(io: Io): Route[] {
  return [
    route(secondFactor.finishSignIn, async ({ body }, call) => ({
      user: await finishSignIn(io, call, body.code),
    })),
    route(secondFactor.startSecondFactor, async (_ask, call) =>
      startSecondFactor(io, await requireOwner(io, call)),
    ),
    route(secondFactor.confirmSecondFactor, async ({ body }, call) => ({
      recovery_codes: await confirmSecondFactor(io, call, await requireOwner(io, call), body.code),
    })),
    route(secondFactor.renewRecoveryCodes, async (_ask, call) => ({
      recovery_codes: await renewRecoveryCodes(io, call, await requireOwner(io, call)),
    })),
    route(secondFactor.turnOffSecondFactor, async (_ask, call) => {
      await turnOffSecondFactor(io, call, await requireOwner(io, call))
    }),
  ]
}

function socialRoutes(io: Io): Route[] {
  const social = openSocial(io.config)
  const start = (
    provider: Provider,
    query: { redirect?: string | undefined; link?: string | undefined },
    call: Call,
  ) =>
    startProvider(io, social, call, provider, {
      redirect: query.redirect,
      link: query.link === 'true',
    })
  return [
    route(socialEndpoints.listProviders, async () => ({
      google: social.google !== undefined,
      facebook: social.facebook !== undefined,
    })),
    route(socialEndpoints.startGoogle, ({ query }, call) => start('google', query, call)),
    route(socialEndpoints.startFacebook, ({ query }, call) => start('facebook', query, call)),
    route(socialEndpoints.signInWithGoogle, ({ body }, call) =>
      signInWithProvider(io, social, call, 'google', body),
    ),
    route(socialEndpoints.signInWithFacebook, ({ body }, call) =>
      signInWithProvider(io, social, call, 'facebook', body),
    ),
    route(socialEndpoints.unlinkProvider, async ({ params }, call) => {
      await unlinkProvider(io, call, await requireOwner(io, call), params.provider)
    }),
  ]
}

async function readProfile(io: Io, user_id: string): Promise<endpoints.Profile> {
  const row = await store.findUser(io.db, user_id)
  if (!row) throw new Refusal('not_signed_in')
  const providers = await store.listProviders(io.db, user_id)
  const since = (await factors.findSecondFactor(io.db, user_id))?.confirmed_at ?? null
  const second_factor = since && {
    since,
    recovery_codes: await factors.countRecoveryCodes(io.db, user_id),
  }
  return printProfile(io.config, row, { providers, second_factor })
}

/** A list that is never long, in the shape of every list. */
function onePage<T>(items: T[]) {
  return { items, total: items.length, page: 1, limit: Math.max(items.length, 1) }
}
