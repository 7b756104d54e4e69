import type { TestIo } from './open-test-io.ts'
import { type Browser, signUpOwner } from './identity.ts'
import { turnOnSecondFactor } from './second-factor.ts'

/** Follows the last letter that asks to confirm this address. */
export async function confirmEmail(
  t: TestIo,
  account: Pick<Browser, 'inject'> & { email: string },
): Promise<void> {
  await t.runJobs()
  const letter = t.mails.findLast(
    (mail) => mail.to === account.email && mail.text.includes('confirm-email'),
  )
  const token = /\/auth\/confirm-email\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const { status } = await account.inject('POST', '/api/v1/user/confirm_email', { token })
  if (status >= 300) throw new Error(`confirming an e-mail answered ${status}`)
}

/**
 * Signs up an account of PLATFORM_ADMIN_EMAILS and confirms its e-mail through the mailed link:
 * an unconfirmed one is an owner like any other. Its second factor is on, as the platform asks.
 */
export async function signUpAdministrator(
  t: TestIo,
  email: string,
): Promise<Awaited<ReturnType<typeof signUpOwner>>> {
  const account = await signUpOwner(t, { email })
  await confirmEmail(t, account)
  await turnOnSecondFactor(account, t.clock.now())
  return account
}
