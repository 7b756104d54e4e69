import type { Answer, Ask } from '#contract/endpoint.ts'
import type { openOrganization as endpoint } from '#contract/organizations.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { grantTrial } from '#server/features/licensing/grant-trial.ts'
import { addOrganization } from '#server/features/organizations/add-organization.ts'
import { readOrganization } from '#server/features/organizations/read-organization.ts'
import { startProgram } from '#server/features/program/start-program.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { addCashier } from './add-cashier.ts'
import { addPos } from './add-pos.ts'
import { findOwnCashiers } from './cashier-store.ts'
import { makeSecret } from './make-secret.ts'
import { FIRST_POS_NAME } from './rules.ts'
import { showCashiers } from './show-cashiers.ts'

/**
 * Opens an organization: itself, its program with defaults, «Точка 1», the trial license assigned
 * to it (once per account), and the first cashier when one is asked for. All or nothing.
 * It stands here because it spans the floors below.
 * Refuses: `name_taken` (the organization's name, or the cashier's login), `validation_failed`.
 */
export async function openOrganization(
  io: Io,
  owner: Owner,
  { cashier, ...ask }: Ask<typeof endpoint>['body'],
  options: { is_demo?: boolean; trial_days?: number } = {},
): Promise<Answer<typeof endpoint>> {
  const now = io.clock.now()
  const secret = cashier && (await makeSecret('cashier'))
  const opened = await inTransaction(io.db, async (tx) => {
    const organization = await addOrganization(tx, owner, ask, now, options.is_demo)
    await startProgram(tx, organization, owner.user_id, now)
    const { is_demo, trial_days: days } = options
    const license_id = await grantTrial(io, tx, owner, organization, now, { days, is_demo })
    const { city_id, address, phone } = ask
    const first = { name: FIRST_POS_NAME, license_id, city_id, address, phone }
    const pos_id = await addPos(tx, organization.id, first, now)
    const cashier_id =
      cashier && secret
        ? await addCashier(
            tx,
            { id: organization.id, name: ask.name },
            { ...cashier, role: 'cashier', pos_ids: [pos_id], login_path: 'cashier.login' },
            secret,
            now,
          )
        : null
    return { id: organization.id, pos_id, license_id, cashier_id }
  })

  const { pos_id, license_id, cashier_id } = opened
  const organization = await readOrganization(io, owner, opened.id)
  const rows = cashier_id === null ? [] : await findOwnCashiers(io.db, owner.user_id, [cashier_id])
  const [user] = await showCashiers(io, rows)
  return {
    ...organization,
    opened: { pos_id, license_id, cashier: user && secret?.pin ? { user, pin: secret.pin } : null },
  }
}
