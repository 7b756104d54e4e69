/**
 * The second factor of an owner: a code of an app (TOTP, RFC 6238) asked for after the password, Google
 * or Facebook, and recovery codes for the day the phone is lost.
 *
 * Signing in then answers `second_factor_required` and gives the browser a cookie of ten minutes, with
 * which `finishSignIn` takes the code. Source: ASVS 5.0 6.3.3; decision 0062.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { secondFactorCode, userAnswer } from './user.ts'

const codes = z.object({ recovery_codes: z.array(z.string()) })

export const finishSignIn = endpoint({
  method: 'POST',
  path: '/api/v1/user/login/second_factor',
  summary: 'Finish signing in with a code of the app or a recovery code',
  access: 'anyone',
  body: z.strictObject({ code: secondFactorCode }),
  response: userAnswer,
  refusals: ['sign_in_expired', 'code_wrong', 'locked', 'rate_limited'],
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/user/second_factor',
  summary: 'Make the key for an app; in force after `confirm`. Needs `verify` within five minutes',
  access: 'owner',
  body: z.strictObject({}).optional(),
  /** `key` to be typed, `uri` to be shown as a QR. */
  response: z.object({ key: z.string(), uri: z.string() }),
  refusals: ['verification_required', 'email_unconfirmed', 'version_conflict'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/v1/user/second_factor/confirm',
  summary: 'Turn the second factor on by a code of the app; every other session ends',
  access: 'owner',
  body: z.strictObject({ code: secondFactorCode }),
  response: codes,
  refusals: ['verification_required', 'code_wrong', 'version_conflict'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/user/second_factor/recovery_codes',
  summary: 'New recovery codes in the place of the old; needs `verify` within five minutes',
  access: 'owner',
  body: z.strictObject({}).optional(),
  response: codes,
  refusals: ['verification_required', 'not_found'],
})

export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/v1/user/second_factor',
  summary: 'Turn the second factor off; needs `verify` within five minutes',
  access: 'owner',
  refusals: ['verification_required', 'not_found'],
})
