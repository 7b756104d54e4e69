/** SQL of the platform administrators' list: every owner's organizations, with their size. */
import type { OrganizationRow } from '#contract/organizations.ts'
import type { Db } from '#server/io/db.ts'

type Ask = { q?: string | undefined; page: number; limit: number }

const all = (db: Db, q: string) => {
  const rows = db
    .selectFrom('organization')
    .innerJoin('user_account', 'user_account.id', 'organization.owner_id')
    .where('organization.deleted_at', 'is', null)
  if (q === '') return rows
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return rows.where((where) =>
    where.or([
      where('organization.name', 'ilike', part),
      where('user_account.email', 'ilike', part),
    ]),
  )
}

export async function listAllOrganizations(
  db: Db,
  { q = '', page, limit }: Ask,
): Promise<{ items: OrganizationRow[]; total: number }> {
  const rows = await all(db, q)
    .leftJoin('city', 'city.id', 'organization.city_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('license')
          .select(['license.status', 'license.expires_at'])
          .whereRef('license.organization_id', '=', 'organization.id')
          .where('license.status', 'in', ['trial', 'active', 'cancelled'])
          .orderBy('license.expires_at', 'desc')
          .limit(1)
          .as('lasting'),
      (join) => join.onTrue(),
    )
    .select([
      'organization.id',
      'organization.name',
      'user_account.email as owner_email',
      'city.name as city_name',
      'organization.is_demo',
      'organization.created_at',
      'lasting.status',
      'lasting.expires_at',
    ])
    .select(({ selectFrom, fn }) => [
      selectFrom('pos')
        .select(fn.countAll<number>().as('count'))
        .whereRef('pos.organization_id', '=', 'organization.id')
        .where('pos.deleted_at', 'is', null)
        .as('pos_count'),
      selectFrom('buyer')
        .select(fn.countAll<number>().as('count'))
        .whereRef('buyer.organization_id', '=', 'organization.id')
        .as('buyers_count'),
    ])
    .orderBy('organization.created_at', 'desc')
    .orderBy('organization.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await all(db, q)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = rows.map(({ status, expires_at, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    pos_count: row.pos_count ?? 0,
    buyers_count: row.buyers_count ?? 0,
    license:
      expires_at === null
        ? null
        : { is_trial: status === 'trial', expires_at: expires_at.toISOString() },
  }))
  return { items, total }
}
