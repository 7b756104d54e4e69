/**
 * The owner's account and session: sign-up, sign-in, profile, passwords, e-mail links.
 * Social sign-in stands in `social.ts`.
 *
 * The session lives in two HttpOnly cookies, so no answer carries a token. Acts that could take
 * the account away (`change e-mail`, `delete`) want a password checked within five minutes:
 * without it they answer `verification_required`, and the page asks for it through `verifyUser`.
 * Source: spec/api.md "User and session"; bar.md "Security decisions".
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password.ts'
import { email, id, language, line, moment, pageOf, phone, theme } from './wire.ts'

/** A password being chosen; the leaked list is checked by the server (`password_too_common`). */
const newPassword = z.string().min(PASSWORD_LENGTH_MIN).max(PASSWORD_LENGTH_MAX)
/** A password being told: any length a person could have typed. */
const toldPassword = z.string().min(1).max(PASSWORD_LENGTH_MAX)
/** Six digits of an app or a recovery code, as typed. */
export const secondFactorCode = z.string().min(6).max(40)
/** The token of a link we mailed: 256 bits, base64url. */
const linkToken = z.string().min(20).max(100)

/** Who has signed in. The browser's storage keeps only id, email and the two names of it. */
export const user = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email_confirmed: z.boolean(),
  language,
  theme,
})
export type User = z.output<typeof user>

export const userAnswer = z.object({ user })

export const provider = z.enum(['google', 'facebook'])
export type Provider = z.output<typeof provider>

const dateFormat = z.enum(['dd.mm.yyyy', 'yyyy-mm-dd', 'mm/dd/yyyy'])

const profile = z.object({
  ...user.shape,
  /** A new address that waits for its confirmation; `email` stays in force until then. */
  pending_email: z.string().nullable(),
  phone: z.string().nullable(),
  date_format: dateFormat,
  hotkeys: z.boolean(),
  email_reports: z.boolean(),
  has_password: z.boolean(),
  /** The social accounts that may sign in to this one. */
  providers: z.array(provider),
  /** Since when signing in asks for a code of an app, and how many recovery codes are left. */
  second_factor: z.object({ since: moment, recovery_codes: z.int() }).nullable(),
  is_platform_administrator: z.boolean(),
  created_at: moment,
})
export type Profile = z.output<typeof profile>

const session = z.object({
  id,
  current: z.boolean(),
  created_at: moment,
  last_seen_at: moment,
  ip: z.string(),
  /** «Firefox, Windows» or an empty text when the browser did not say. */
  device: z.string(),
})

const securityEvent = z.object({
  id,
  kind: z.enum([
    'signed_up',
    'signed_in',
    'sign_in_failed',
    'locked',
    'password_changed',
    'password_reset',
    'email_changed',
    'provider_linked',
    'provider_unlinked',
    'second_factor_on',
    'second_factor_off',
    'second_factor_locked',
    'code_failed',
    'recovery_used',
    'recovery_renewed',
    'session_reused',
    'signed_out_everywhere',
    'signed_out_by_platform',
  ]),
  at: moment,
  ip: z.string(),
  device: z.string(),
})
export type SecurityEvent = z.output<typeof securityEvent>

export const signUp = endpoint({
  method: 'POST',
  path: '/api/v1/user/signup',
  summary: 'Create an account, sign in, and send the confirmation mail',
  access: 'anyone',
  body: z.strictObject({
    email,
    password: newPassword,
    first_name: line(1, 60),
    last_name: line(0, 60).optional(),
    accept_terms: z.boolean(),
    language: language.optional(),
  }),
  response: userAnswer,
  status: 201,
  refusals: ['email_taken', 'rate_limited'],
})

export const logIn = endpoint({
  method: 'POST',
  path: '/api/v1/user/login',
  summary: 'Sign in with e-mail and password',
  access: 'anyone',
  body: z.strictObject({
    email,
    password: toldPassword,
    /** false: the cookies end with the browser's session. */
    remember: z.boolean().default(true),
  }),
  response: userAnswer,
  /** `second_factor_required`: the browser may now call `finishSignIn`. */
  refusals: ['wrong_credentials', 'second_factor_required', 'locked', 'rate_limited'],
})

export const verifyUser = endpoint({
  method: 'POST',
  path: '/api/v1/user/verify',
  summary: 'Check the password again before a dangerous act; holds for five minutes',
  access: 'owner',
  body: z.strictObject({
    password: toldPassword,
    /** Where the account has a second factor: a code of the app, or a recovery code. */
    code: secondFactorCode.optional(),
  }),
  response: z.object({ verified_until: moment }),
  refusals: ['password_wrong', 'second_factor_required', 'code_wrong', 'locked', 'rate_limited'],
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/v1/user/refresh',
  summary: 'Exchange the refresh cookie for a new pair',
  access: 'anyone',
  body: z.strictObject({}).optional(),
  response: userAnswer,
  refusals: ['not_signed_in', 'rate_limited'],
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/v1/user/logout',
  summary: 'End this session, or with `all` every session of the account; never refused',
  access: 'anyone',
  body: z.strictObject({ all: z.boolean().optional() }).optional(),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/user/sessions',
  summary: 'Where this account is signed in, the newest use first',
  access: 'owner',
  response: pageOf(session),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/user/sessions/{session_id}',
  summary: 'Sign out one other device',
  access: 'owner',
  params: z.strictObject({ session_id: id }),
  refusals: ['not_found'],
})

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/v1/user/security_events',
  summary: 'The last fifty sign-ins and changes of the account’s keys, newest first',
  access: 'owner',
  response: pageOf(securityEvent),
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/v1/user/profile',
  summary: 'The account of who is signed in',
  access: 'owner',
  response: profile,
})

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/v1/user/profile',
  summary: 'Change the profile; a new e-mail takes effect when its link is opened',
  access: 'owner',
  body: z.strictObject({
    first_name: line(1, 60).optional(),
    last_name: line(0, 60).optional(),
    /** Needs `verifyUser` within five minutes. The present address cancels a pending change. */
    email: email.optional(),
    phone: phone.nullable().optional(),
    language: language.optional(),
    theme: theme.optional(),
    date_format: dateFormat.optional(),
    hotkeys: z.boolean().optional(),
    email_reports: z.boolean().optional(),
  }),
  response: profile,
  refusals: ['email_taken', 'verification_required', 'rate_limited'],
})

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: '/api/v1/user/profile',
  summary: 'Delete the account and its organizations; needs `verify` within five minutes',
  access: 'owner',
  /** `in_use`: a subscription still renews. */
  refusals: ['verification_required', 'in_use'],
})

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/api/v1/user/change_password',
  summary: 'Change the password; every other session ends',
  access: 'owner',
  body: z.strictObject({
    /** Absent only when the account has no password yet (it came from Google or Facebook). */
    old_password: toldPassword.optional(),
    new_password: newPassword,
  }),
  response: userAnswer,
  refusals: ['password_wrong', 'locked', 'verification_required', 'rate_limited'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/v1/user/forgot',
  summary: 'Mail a link that sets a new password; answers alike for unknown addresses',
  access: 'anyone',
  body: z.strictObject({
    email,
    /** Our own reset-password page; the mailed link is built from the server’s settings. */
    redirect_url: z.string().max(500),
  }),
  response: z.object({ accepted: z.literal(true) }),
  status: 202,
  refusals: ['rate_limited'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v1/user/reset_password',
  summary: 'Set a new password by a mailed link, and sign in; all other sessions end',
  access: 'anyone',
  body: z.strictObject({ token: linkToken, password: newPassword }),
  response: userAnswer,
  /** `second_factor_required`: the password is set; the browser may now call `finishSignIn`. */
  refusals: ['link_expired', 'second_factor_required', 'rate_limited'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/v1/user/confirm_email',
  summary: 'Confirm an e-mail address by a mailed link; does not sign in',
  access: 'anyone',
  body: z.strictObject({ token: linkToken }),
  response: z.object({ email: z.string() }),
  refusals: ['link_expired', 'email_taken', 'rate_limited'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/v1/user/resend_confirmation',
  summary: 'Mail the confirmation link again (also for a pending new address)',
  access: 'owner',
  body: z.strictObject({}).optional(),
  response: z.object({ accepted: z.literal(true) }),
  status: 202,
  refusals: ['rate_limited'],
})
