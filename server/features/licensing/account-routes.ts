import { deleteProfile } from '#contract/user.ts'
import { logOut } from '#server/features/identity/log-out.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { deleteAccount } from './delete-account.ts'

export function accountRoutes(io: Io): Route[] {
  return [
    route(deleteProfile, async (_ask, call) => {
      await deleteAccount(io, await requireOwner(io, call))
      // The sessions are gone; this takes the cookies away.
      await logOut(io, call, false)
    }),
  ]
}
