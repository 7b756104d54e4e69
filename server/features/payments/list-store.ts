/** SQL of what is shown of payments: documents for owners, the whole list for administrators. */
import type { PaymentStatus } from '#contract/payments.ts'
import type { Db } from '#server/io/db.ts'

/** A payment's organization when the owner has it. */
export async function findOrganizationOf(
  db: Db,
  owner_id: string,
  payment_id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('organization', 'organization.id', 'payment.organization_id')
    .select('payment.organization_id')
    .where('payment.id', '=', payment_id)
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.organization_id
}

/** The lines with what each bought. */
export async function listBought(db: Db, organization_id: string, payment_id: string) {
  return db
    .selectFrom('payment_line')
    .innerJoin('tariff', 'tariff.id', 'payment_line.tariff_id')
    .leftJoin('license_span', (join) =>
      join
        .onRef('license_span.organization_id', '=', 'payment_line.organization_id')
        .onRef('license_span.license_id', '=', 'payment_line.license_id')
        .onRef('license_span.payment_id', '=', 'payment_line.payment_id'),
    )
    .select([
      'payment_line.license_id',
      'tariff.name as tariff_name',
      'payment_line.period',
      'payment_line.price',
      'payment_line.discount',
      'payment_line.credit',
      'payment_line.left_over',
      'payment_line.amount',
      'license_span.starts_at',
      'license_span.ends_at',
    ])
    .where('payment_line.organization_id', '=', organization_id)
    .where('payment_line.payment_id', '=', payment_id)
    .orderBy('payment_line.position')
    .$narrowType<{ period: 'month' | 'year' }>()
    .execute()
}

type Filter = {
  status?: PaymentStatus | undefined
  provider?: string | undefined
  q?: string | undefined
}

const all = (db: Db, { status, provider, q = '' }: Filter) => {
  let rows = db
    .selectFrom('payment')
    .innerJoin('organization', 'organization.id', 'payment.organization_id')
    .innerJoin('user_account', 'user_account.id', 'organization.owner_id')
  if (status !== undefined) rows = rows.where('payment.status', '=', status)
  if (provider !== undefined) rows = rows.where('payment.provider', '=', provider)
  if (q === '') return rows
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return rows.where((where) =>
    where.or([
      where('organization.name', 'ilike', part),
      where('user_account.email', 'ilike', part),
      ...(/^\d{1,9}$/.test(q) ? [where('payment.number', '=', Number(q))] : []),
    ]),
  )
}

const row = (db: Db, filter: Filter) =>
  all(db, filter)
    .select([
      'payment.id',
      'payment.number',
      'payment.organization_id',
      'organization.name as organization_name',
      'user_account.email as owner_email',
      'payment.provider',
      'payment.kind',
      'payment.status',
      'payment.amount',
      'payment.currency',
      'payment.description',
      'payment.failure',
      'payment.created_at',
      'payment.paid_at',
    ])
    .select(({ selectFrom, fn }) =>
      selectFrom('payment_event')
        .select(fn.countAll<number>().as('count'))
        .whereRef('payment_event.payment_id', '=', 'payment.id')
        .where('payment_event.verdict', '!=', 'fits')
        .as('warnings'),
    )
    .$narrowType<{ status: PaymentStatus; warnings: number }>()

export async function listAllPayments(
  db: Db,
  filter: Filter,
  { page, limit }: { page: number; limit: number },
) {
  const items = await row(db, filter)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await all(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export const findPaymentRow = (db: Db, id: string) =>
  row(db, {}).where('payment.id', '=', id).executeTakeFirst()
