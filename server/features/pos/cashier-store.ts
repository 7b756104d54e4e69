/**
 * Every SQL of the people and programs at the tills.
 *
 * Invariant: a login names one cashier among all shops; whoever is deleted, disabled or given a
 * new PIN has no session left in the same transaction.
 */
import { sql } from 'kysely'
import type { CashierPermissions, CashierRole } from '#contract/pos.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { NEVER } from './rules.ts'

export type CashierRow = {
  organization_id: OrganizationId
  id: string
  name: string
  login: string | null
  role: CashierRole
  permissions: Partial<CashierPermissions>
  enabled: boolean
  last_login_at: Date | null
  /** Of the token of a program, to a few minutes; null for a person. */
  last_used_at: Date | null
  created_at: Date
  pos_ids: string[]
}

const cashiers = (db: Db) =>
  db
    .selectFrom('cashier')
    .innerJoin('organization', 'organization.id', 'cashier.organization_id')
    .leftJoin('cashier_login', (join) =>
      join
        .onRef('cashier_login.organization_id', '=', 'cashier.organization_id')
        .onRef('cashier_login.cashier_id', '=', 'cashier.id'),
    )
    .select([
      'cashier.organization_id',
      'cashier.id',
      'cashier.name',
      'cashier_login.login',
      'cashier.role',
      'cashier.permissions',
      'cashier.enabled',
      'cashier.last_login_at',
      'cashier.created_at',
      sql<string[]>`array(
        select cp.pos_id from cashier_pos cp
        where cp.organization_id = cashier.organization_id and cp.cashier_id = cashier.id
        order by cp.pos_id)`.as('pos_ids'),
      sql<Date | null>`case when cashier.role = 'integration' then (
        select nullif(max(s.last_used_at), ${NEVER}) from cashier_session s
        where s.organization_id = cashier.organization_id and s.cashier_id = cashier.id)
        end`.as('last_used_at'),
    ])
    .where('cashier.deleted_at', 'is', null)
    .where('organization.deleted_at', 'is', null)
    .$narrowType<{
      organization_id: OrganizationId
      role: CashierRole
      permissions: Partial<CashierPermissions>
    }>()

export async function countCashiers(db: Db, organization_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('cashier')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Cashiers of an organization, or of one of its points of sale, in the order they were added. */
export async function listCashiers(
  db: Db,
  organization_id: OrganizationId,
  ask: { pos_id?: string | undefined; page: number; limit: number },
): Promise<{ items: CashierRow[]; total: number }> {
  const { pos_id = null } = ask
  const there = sql<boolean>`(${pos_id}::uuid is null or exists (
    select from cashier_pos cp where cp.organization_id = cashier.organization_id
      and cp.cashier_id = cashier.id and cp.pos_id = ${pos_id}::uuid))`
  const items = await cashiers(db)
    .where('cashier.organization_id', '=', organization_id)
    .where(there)
    .orderBy('cashier.id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await db
    .selectFrom('cashier')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .where(there)
    .executeTakeFirstOrThrow()
  return { items, total }
}

/** Those of `ids` that are cashiers of the owner's organizations. */
export async function findOwnCashiers(
  db: Db,
  owner_id: string,
  ids: readonly string[],
): Promise<CashierRow[]> {
  return cashiers(db)
    .where('organization.owner_id', '=', owner_id)
    .where('cashier.id', 'in', [...ids])
    .execute()
}

export async function listLogins(db: Db, stem: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('cashier_login')
    .select('login')
    .where('login', 'like', `${stem}-%`)
    .execute()
  return new Set(rows.map(({ login }) => login))
}

/** False when another cashier has the login, in whatever shop. */
export async function insertLogin(
  tx: Tx,
  login: { login: string; organization_id: string; cashier_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('cashier_login')
    .values(login)
    .onConflict((conflict) => conflict.column('login').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteLogin(tx: Tx, organization_id: string, id: string): Promise<void> {
  await tx
    .deleteFrom('cashier_login')
    .where('organization_id', '=', organization_id)
    .where('cashier_id', '=', id)
    .execute()
}

export async function insertCashier(
  tx: Tx,
  cashier: {
    organization_id: string
    id: string
    name: string
    role: CashierRole
    permissions: CashierPermissions
    pin_hash: string | null
    created_at: Date
  },
): Promise<void> {
  await tx
    .insertInto('cashier')
    .values({ ...cashier, permissions: JSON.stringify(cashier.permissions), enabled: true })
    .execute()
}

export async function deletePlaces(
  tx: Tx,
  organization_id: string,
  cashier_id: string,
): Promise<void> {
  await tx
    .deleteFrom('cashier_pos')
    .where('organization_id', '=', organization_id)
    .where('cashier_id', '=', cashier_id)
    .execute()
}

/** Says anew where a cashier may sell. */
export async function replacePlaces(
  tx: Tx,
  organization_id: string,
  cashier_id: string,
  pos_ids: readonly string[],
): Promise<void> {
  await deletePlaces(tx, organization_id, cashier_id)
  const rows = [...new Set(pos_ids)].map((pos_id) => ({ organization_id, cashier_id, pos_id }))
  await tx.insertInto('cashier_pos').values(rows).execute()
}

export async function updateCashier(
  tx: Tx,
  organization_id: string,
  id: string,
  changes: {
    name?: string
    role?: CashierRole
    permissions?: CashierPermissions
    enabled?: boolean
    pin_hash?: string
    deleted_at?: Date
    last_login_at?: Date
  },
): Promise<void> {
  const { permissions, ...rest } = changes
  await tx
    .updateTable('cashier')
    .set({ ...rest, ...(permissions && { permissions: JSON.stringify(permissions) }) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Who a login names, with the hash that its PIN must match. */
export async function findByLogin(
  db: Db,
  login: string,
): Promise<
  | {
      organization_id: string
      id: string
      name: string
      role: string
      enabled: boolean
      pin_hash: string | null
    }
  | undefined
> {
  return db
    .selectFrom('cashier_login')
    .innerJoin('cashier', (join) =>
      join
        .onRef('cashier.organization_id', '=', 'cashier_login.organization_id')
        .onRef('cashier.id', '=', 'cashier_login.cashier_id'),
    )
    .innerJoin('organization', 'organization.id', 'cashier.organization_id')
    .select(['cashier.organization_id', 'cashier.id', 'cashier.name', 'cashier.role'])
    .select(['cashier.enabled', 'cashier.pin_hash'])
    .where('cashier_login.login', '=', login)
    .where('cashier.deleted_at', 'is', null)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
}
