import type { TestIo } from './open-test-io.ts'
import { signUpOwner } from './identity.ts'

/**
 * Signs up an account of PLATFORM_ADMIN_EMAILS and confirms its e-mail through the mailed link:
 * an unconfirmed one is an owner like any other.
 */
export async function signUpAdministrator(
  t: TestIo,
  email: string,
): Promise<Awaited<ReturnType<typeof signUpOwner>>> {
  const account = await signUpOwner(t, { email })
  await t.runJobs()
  const letter = t.mails.findLast(
    (mail) => mail.to === email && mail.text.includes('confirm-email'),
  )
  const token = /\/auth\/confirm-email\/([\w-]+)/.exec(letter?.text ?? '')?.[1]
  const { status } = await account.inject('POST', '/api/v1/user/confirm_email', { token })
  if (status >= 300) throw new Error(`confirming an e-mail answered ${status}`)
  return account
}
