import type { CashierPermissions, CashierRole } from '#contract/pos.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import { Refusal } from '#server/io/refusal.ts'
import { insertCashier, insertLogin, listLogins, replacePlaces } from './cashier-store.ts'
import type { CashierSecret } from './make-secret.ts'
import { defaultPermissions, freeLogin, loginStem, NEVER } from './rules.ts'
import { insertSession } from './session-store.ts'

type NewCashier = {
  name: string
  login?: string | undefined
  /** What the caller's request calls the login, for a refusal to name. */
  login_path?: string
  role: CashierRole
  pos_ids: readonly string[]
  permissions?: { [K in keyof CashierPermissions]?: boolean | undefined } | undefined
}

/**
 * Adds a cashier to points of sale of the organization (proven by the caller). A login that was
 * not chosen is made from the organization's name: `kava-01`.
 * Refuses: `name_taken` when the login is another cashier's, in whatever shop.
 */
export async function addCashier(
  tx: Tx,
  organization: { id: OrganizationId; name: string },
  ask: NewCashier,
  secret: CashierSecret,
  now: Date,
): Promise<string> {
  const id = newId(now)
  await insertCashier(tx, {
    organization_id: organization.id,
    id,
    name: ask.name,
    role: ask.role,
    permissions: { ...defaultPermissions(ask.role), ...given(ask.permissions) },
    pin_hash: secret.pin_hash,
    created_at: now,
  })
  await replacePlaces(tx, organization.id, id, ask.pos_ids)
  if (secret.token === null) await giveLogin(tx, organization, id, ask)
  else await openIntegration(tx, organization.id, id, secret.token.hash, now)
  return id
}

/**
 * An integration's token lasts until it is replaced: nobody is there to sign in again. Its last
 * use is long ago, so that the first one is written down at once.
 */
export async function openIntegration(
  tx: Tx,
  organization_id: OrganizationId,
  cashier_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<void> {
  await insertSession(tx, {
    ...{ token_hash, organization_id, cashier_id, created_at: now, last_used_at: NEVER },
    idle_seconds: null,
    expires_at: null,
  })
}

async function giveLogin(
  tx: Tx,
  organization: { id: OrganizationId; name: string },
  cashier_id: string,
  { login: chosen, login_path: path = 'login' }: NewCashier,
): Promise<void> {
  const row = { organization_id: organization.id, cashier_id }
  if (chosen !== undefined) {
    if (await insertLogin(tx, { ...row, login: chosen })) return
    throw new Refusal('name_taken', { fields: [{ path, code: 'taken' }] })
  }
  const stem = loginStem(organization.name)
  const taken = await listLogins(tx, stem)
  for (;;) {
    // Another shop may have taken it since the list was read: then the next one.
    const login = freeLogin(stem, taken)
    if (await insertLogin(tx, { ...row, login })) return
    taken.add(login)
  }
}

/** Only the fields that were given. */
export function given<T extends object>(
  fields: T | undefined,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
