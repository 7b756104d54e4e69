/**
 * Every SQL of organizations.
 *
 * Invariant: a query is given either the owner or a proven id, but for the profile that is for
 * everybody; a deleted organization is found by none of them.
 */
import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type {
  Onboarding,
  Organization as WireOrganization,
  Socials,
} from '#contract/organizations.ts'
import { databaseCode, violatedConstraint, type Db, type Tx } from '#server/io/db.ts'

type Wire = WireOrganization
export type OrganizationRow = Omit<
  Wire,
  'created_at' | 'currency_locked' | 'stats_brief' | 'bonus_name'
> & {
  created_at: Date
}

const columns = [
  'organization.id',
  'organization.name',
  'organization.business_category',
  'organization.legal_name',
  'organization.tax_id',
  'organization.country_id',
  'organization.city_id',
  'organization.address',
  'organization.currency',
  'organization.timezone',
  'organization.language',
  'organization.phone',
  'organization.email',
  'organization.site',
  'organization.socials',
  'organization.logo',
  'organization.description',
  'organization.rules_text',
  'organization.rules_version',
  'organization.is_demo',
  'organization.onboarding',
  'organization.version',
  'organization.created_at',
] as const

const organizations = (db: Db, owner_id: string) =>
  db
    .selectFrom('organization')
    .leftJoin('city', 'city.id', 'organization.city_id')
    .select([...columns, 'city.name as city_name'])
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    // The table's checks hold what its types cannot say.
    .$narrowType<{
      business_category: Wire['business_category']
      language: Wire['language']
      socials: Socials
      onboarding: Onboarding
    }>()

export async function listOrganizations(
  db: Db,
  owner_id: string,
  ask: { q?: string | undefined; page: number; limit: number },
): Promise<{ items: OrganizationRow[]; total: number }> {
  const found = sql<boolean>`position(lower(${ask.q ?? ''}) in lower(organization.name)) > 0`
  const items = await organizations(db, owner_id)
    .where(found)
    .orderBy(sql`organization.name collate "uk-x-icu"`)
    .orderBy('organization.id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await db
    .selectFrom('organization')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .where(found)
    .executeTakeFirstOrThrow()
  return { items, total }
}

export async function findOrganization(
  db: Db,
  owner_id: string,
  id: string,
): Promise<OrganizationRow | undefined> {
  return organizations(db, owner_id).where('organization.id', '=', id).executeTakeFirst()
}

export type PublicProfile = Pick<
  OrganizationRow,
  | 'id'
  | 'name'
  | 'legal_name'
  | 'city_name'
  | 'address'
  | 'phone'
  | 'email'
  | 'site'
  | 'currency'
  | 'timezone'
  | 'is_demo'
  | 'rules_text'
  | 'rules_version'
>

/** The one read without an owner: only columns that are for everybody. */
export async function findPublicProfile(db: Db, id: string): Promise<PublicProfile | undefined> {
  return db
    .selectFrom('organization')
    .leftJoin('city', 'city.id', 'organization.city_id')
    .select([
      'organization.id',
      'organization.name',
      'organization.legal_name',
      'city.name as city_name',
      'organization.address',
      'organization.phone',
      'organization.email',
      'organization.site',
      'organization.currency',
      'organization.timezone',
      'organization.is_demo',
      'organization.rules_text',
      'organization.rules_version',
    ])
    .where('organization.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Brief = {
  id: string
  pos_count: number
  buyers_count: number
  month_turnover: Minor
  has_receipts: boolean
  license_is_trial: boolean | null
  license_expires_at: Date | null
  bonus_name: Wire['bonus_name']
}

/**
 * Counts what the list shows of each organization. Reads tables of upper floors: these figures
 * belong to nobody else, and an organization is never shown without them.
 */
export async function readBriefs(
  db: Db,
  asked: readonly { id: string; month_start: string }[],
): Promise<Brief[]> {
  const ids = asked.map(({ id }) => id)
  const starts = asked.map(({ month_start }) => month_start)
  const { rows } = await sql<Brief>`
    select asked.id,
      (select count(*) from pos p
        where p.organization_id = asked.id and p.deleted_at is null) as pos_count,
      (select count(*) from buyer b
        where b.organization_id = asked.id and b.status <> 'forgotten') as buyers_count,
      (select coalesce(sum(d.member_paid - d.member_refunded), 0)::bigint from pos_day d
        where d.organization_id = asked.id and d.day >= asked.month_start) as month_turnover,
      exists (select from pos_day d where d.organization_id = asked.id) as has_receipts,
      (select v.general -> 'bonus_name' from program p
        join program_version v on v.organization_id = p.organization_id and v.version = p.version
        where p.organization_id = asked.id) as bonus_name,
      license.status = 'trial' as license_is_trial,
      license.expires_at as license_expires_at
    from unnest(${ids}::uuid[], ${starts}::date[]) as asked (id, month_start)
    left join lateral (
      select l.status, l.expires_at from license l
      where l.organization_id = asked.id and l.status in ('trial', 'active', 'cancelled')
      order by l.expires_at desc limit 1
    ) license on true`.execute(db)
  return rows
}

export type NewOrganization = {
  id: string
  owner_id: string
  name: string
  business_category: string
  country_id: string | null
  city_id: string | null
  address: string
  currency: string
  timezone: string
  language: string
  phone: string | null
  email: string | null
  onboarding: Onboarding
  is_demo: boolean
  created_at: Date
}

export async function insertOrganization(tx: Tx, organization: NewOrganization): Promise<void> {
  await tx
    .insertInto('organization')
    .values({
      ...organization,
      legal_name: '',
      tax_id: '',
      socials: {},
      description: '',
      rules_text: '',
      rules_version: 1,
      version: 1,
      updated_at: organization.created_at,
    })
    .execute()
}

export type Changes = Partial<
  Pick<
    OrganizationRow,
    | 'name'
    | 'business_category'
    | 'legal_name'
    | 'tax_id'
    | 'country_id'
    | 'city_id'
    | 'address'
    | 'currency'
    | 'timezone'
    | 'language'
    | 'phone'
    | 'email'
    | 'site'
    | 'socials'
    | 'logo'
    | 'description'
    | 'rules_text'
    | 'rules_version'
    | 'onboarding'
  >
>

/** Writes `changes` only over the version they were made from; false when it is not that any more. */
export async function updateOrganization(
  db: Db,
  id: string,
  version: number,
  changes: Changes,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organization')
    .set({ ...changes, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Hides an organization from everything. Its rows stay, so that it can be brought back. */
export async function markDeleted(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('organization')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Which of the caller's choices the table refused, or undefined when it was something else. */
export function refusedColumn(error: unknown): 'name' | 'country_id' | 'city_id' | undefined {
  const constraint = violatedConstraint(error) ?? ''
  if (databaseCode(error) === '23505' && constraint === 'organization_name_unique') return 'name'
  if (databaseCode(error) !== '23503') return undefined
  if (constraint === 'organization_country_id_fkey') return 'country_id'
  if (constraint === 'organization_city_id_fkey') return 'city_id'
  return undefined
}

export async function findOwnerId(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('owner_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.owner_id
}
