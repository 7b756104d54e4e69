/** The products that rows of a file may be about. */
import { sql } from 'kysely'
import { databaseCode, type Db, type Tx } from '#server/io/db.ts'
import { productColumns, type ProductRow } from './store.ts'

/** What rows may name products by. */
export type KnownBy = { barcodes: string[]; skus: string[]; names: string[] }

/** The products that these rows may be about; with a transaction they are held, in key order. */
export async function findKnown(
  db: Db | Tx,
  organization_id: string,
  { barcodes, skus, names }: KnownBy,
  hold: boolean,
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from product
     where organization_id = ${organization_id} and id in (
       select id from product
        where organization_id = ${organization_id} and barcode = any(${barcodes}::text[])
       union all select id from product
        where organization_id = ${organization_id} and sku = any(${skus}::text[])
       union all select id from product
        where organization_id = ${organization_id} and lower(name) = any(${names}::text[]))
     order by id ${hold ? sql`for update` : sql``}`.execute(db)
  return rows
}

/** True for the refusal of a code that another product got in between. */
export const isTaken = (error: unknown): boolean => databaseCode(error) === '23505'
