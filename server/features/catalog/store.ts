/**
 * Every SQL of products but the till's look-up and imports.
 *
 * Invariants: within a shop a barcode and an article name one product; `floor` is written with
 * `price`, `cost` and `min_prices`, so the list never disagrees with the rules.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { MinPrice } from '#contract/min-price.ts'
import type { Minor } from '#contract/money.ts'
import type { ProductUnit } from '#contract/products.ts'
import { databaseCode, violatedConstraint, type Db, type Tx } from '#server/io/db.ts'

export type ProductRow = {
  organization_id: string
  id: string
  barcode: string | null
  sku: string | null
  name: string
  category: string | null
  unit: ProductUnit
  price: Minor
  cost: Minor | null
  min_prices: MinPrice[]
  floor: Minor | null
  image: string | null
  link: string | null
  description: string
  active: boolean
  visible_in_bot: boolean
  exclude_discount: boolean
  exclude_accrual: boolean
  exclude_spend: boolean
  accrual_percent: number | null
  created_at: Date
  updated_at: Date
}

const names = [
  'organization_id',
  'id',
  'barcode',
  'sku',
  'name',
  'category',
  'unit',
  'price',
  'cost',
  'min_prices',
  'floor',
  'image',
  'link',
  'description',
  'active',
  'visible_in_bot',
  'exclude_discount',
  'exclude_accrual',
  'exclude_spend',
  'accrual_percent',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ProductRow)[]

/** All columns of a product, named by their table. */
export const productColumns = sql.join(names.map((name) => sql.ref(`product.${name}`)))

/** A product of an organization of this owner. */
export async function findOwnProduct(
  db: Db,
  owner_id: string,
  id: string,
): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from organization o
      join product on product.organization_id = o.id and product.id = ${id}
     where o.owner_id = ${owner_id} and o.deleted_at is null`.execute(db)
  return rows[0]
}

/** The link of a product; null: it has none. */
export async function selectLink(
  db: Db,
  organization_id: string,
  id: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('product')
    .select('link')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.link
}

/** Holds a product for a change of what its floor is made of. */
export async function lockProduct(
  tx: Tx,
  organization_id: string,
  id: string,
): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from product
     where organization_id = ${organization_id} and id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Which code is another product's, when the write was refused for that. */
export type Saved = 'saved' | 'barcode_taken' | 'sku_taken'

/** Waits for a write, or for a transaction with one, and tells which code it was refused for. */
export async function tellTaken(write: Promise<unknown>): Promise<Saved> {
  try {
    await write
    return 'saved'
  } catch (error) {
    if (databaseCode(error) !== '23505') throw error
    return violatedConstraint(error) === 'product_sku_unique' ? 'sku_taken' : 'barcode_taken'
  }
}

const stored = (row: ProductRow) => ({ ...row, min_prices: JSON.stringify(row.min_prices) })

export async function insertProduct(db: Db, row: ProductRow): Promise<void> {
  await db.insertInto('product').values(stored(row)).execute()
}

export async function updateProduct(tx: Tx, row: ProductRow): Promise<void> {
  const { organization_id, id, created_at: _, ...changes } = stored(row)
  await tx
    .updateTable('product')
    .set(changes)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteProduct(db: Db, organization_id: string, id: string): Promise<void> {
  await db
    .deleteFrom('product')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** The product that has this barcode or article already. */
export async function findNamesake(
  db: Db,
  organization_id: string,
  by: { barcode: string } | { sku: string },
): Promise<{ id: string; name: string } | undefined> {
  const [column, code] =
    'barcode' in by ? ['barcode' as const, by.barcode] : ['sku' as const, by.sku]
  return db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .where(column, '=', code)
    .executeTakeFirst()
}

/** How many of these are points of sale of the organization. */
export async function countPos(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom('pos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return count
}

/** Which products are meant: of a list and of a change of many alike. */
export type ProductFilter = {
  organization_id: string
  q?: string | undefined
  category?: string | undefined
  min_price?: 'without' | 'above_price' | undefined
  active?: 'true' | 'false' | undefined
  has_link?: 'true' | 'false' | undefined
  /** Only those whose plain minimum price is not this rule. */
  other_than?: MinPrice
}

/** Nobody's words are a pattern: `%`, `_` and `\` mean themselves. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** One pattern for each word that was typed: all of them are looked for. */
export const patternsOf = (q: string): string[] =>
  q
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `%${literal(word)}%`)

function conditions({ organization_id, q = '', ...ask }: ProductFilter): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`product.organization_id = ${organization_id}`]
  for (const pattern of patternsOf(q)) all.push(sql`product.search like ${pattern}`)
  if (ask.category !== undefined) all.push(sql`product.category = ${ask.category}`)
  if (ask.min_price === 'without') all.push(sql`product.floor is null`)
  if (ask.min_price === 'above_price') all.push(sql`product.floor > product.price`)
  if (ask.active !== undefined) all.push(sql`product.active = ${ask.active === 'true'}`)
  if (ask.has_link !== undefined) {
    all.push(sql`(product.link is not null) = ${ask.has_link === 'true'}`)
  }
  if (ask.other_than !== undefined) all.push(hasOtherRule(JSON.stringify(ask.other_than)))
  return sql.join(all, sql` and `)
}

/** As `withPlain` compares: the wished rule is not there, or another plain one is. */
const hasOtherRule = (wished: string) => sql<SqlBool>`(
  not product.min_prices @> ${`[${wished}]`}::jsonb
  or exists (
    select 1 from jsonb_array_elements(product.min_prices) as rule
     where rule -> 'pos_ids' = '[]' and rule -> 'date_from' = 'null' and rule -> 'date_to' = 'null'
       and rule <> ${wished}::jsonb))`

const orders: Record<string, RawBuilder<unknown>> = {
  name: sql`product.name collate "uk-x-icu"`,
  category: sql`product.category collate "uk-x-icu"`,
  price: sql`product.price`,
  floor: sql`product.floor`,
  updated_at: sql`product.updated_at`,
}

/** A page of products; `sort` is one of the contract. */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  { sort, page, limit }: { sort: string; page: number; limit: number },
): Promise<ProductRow[]> {
  const order = orders[sort.replace('-', '')] ?? sql`product.name`
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from product where ${conditions(filter)}
     order by ${order} ${direction}, product.id
     limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows
}

export async function countProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from product where ${conditions(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The next products after `after`, by id: for work on many, a few at a time. */
export async function nextProducts(
  db: Db,
  filter: ProductFilter,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product.id from product
     where ${conditions(filter)} ${after === null ? sql`` : sql`and product.id > ${after}`}
     order by product.organization_id, product.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Holds products for a change, in key order, so that two such changes never wait for each other. */
export async function lockProducts(
  tx: Tx,
  organization_id: string,
  ids: readonly string[],
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from product
     where organization_id = ${organization_id} and id = any(${[...ids]}::uuid[])
     order by id for update`.execute(tx)
  return rows
}

/** Writes many products at once, new ones and known ones, in one statement. */
export async function saveProducts(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
  if (rows.length === 0) return
  const list = sql.join(names.map((name) => sql.ref(name)))
  const changes = sql.join(
    names
      .filter((name) => !['organization_id', 'id', 'created_at'].includes(name))
      .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  )
  await sql`
    insert into product (${list})
    select ${list} from json_populate_recordset(null::product, ${JSON.stringify(rows)})
    on conflict (organization_id, id) do update set ${changes}`.execute(tx)
}

export async function listCategories(
  db: Db,
  organization_id: string,
): Promise<{ name: string; products_count: number }[]> {
  const { rows } = await sql<{ name: string; products_count: number }>`
    select category as name, count(*) as products_count from product
     where organization_id = ${organization_id} and category is not null
     group by category order by category collate "uk-x-icu"`.execute(db)
  return rows
}
