/** Who may see which page. The proof is the server's; this only saves a useless visit. */
import { redirect } from '@tanstack/react-router'
import { textOf } from '../text/text.ts'
import { paths, wayBack } from './paths.ts'
import { storedUser } from './session.ts'
import { toast } from './toasts.tsx'

/** Sends an anonymous visitor of a protected page to the sign-in, with the way back. */
export function requireUser({ location }: { location: { href: string } }) {
  if (storedUser()) return
  toast.warning(textOf('shell')('guard.sign_in'))
  throw redirect({ href: `${paths.login}?redirect=${encodeURIComponent(location.href)}` })
}

/** Somebody signed in has nothing to do on the sign-in pages. */
export function requireAnonymous({ search }: { search: Record<string, string> }) {
  if (storedUser() && search.message !== 'auth') {
    throw redirect({ href: wayBack(search.redirect, paths.land) })
  }
}
