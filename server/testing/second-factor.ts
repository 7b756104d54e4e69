import { Secret, TOTP } from 'otpauth'
import type { Browser } from './identity.ts'

/** What an app that was given `key` shows at a moment. */
export const appCode = (key: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() })

/** Turns the second factor of a fresh session on through the real calls. */
export async function turnOnSecondFactor(
  browser: Browser,
  at: Date,
): Promise<{ key: string; recovery_codes: string[] }> {
  const path = '/api/v1/user/second_factor'
  const begun = await browser.inject('POST', path)
  if (begun.status !== 200) throw new Error(`setting up answered ${begun.status}`)
  const { key } = begun.data
  const done = await browser.inject('POST', `${path}/confirm`, { code: appCode(key, at) })
  if (done.status !== 200) throw new Error(`turning on answered ${JSON.stringify(done.body)}`)
  return { key, recovery_codes: done.data.recovery_codes }
}
