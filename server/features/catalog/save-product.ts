import { toMoney } from '#contract/money.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { inTransaction, type Db } from '#server/io/db.ts'
import { dropImage, requireOwnImage } from '#server/io/images.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { highestFloor, ruleAbovePrice } from './rules.ts'
import * as store from './store.ts'
import type { ProductRow } from './store.ts'

/** What a person may set of a product; what is left out stays, or has its default. */
export type ProductChanges = {
  [K in keyof Omit<ProductRow, 'organization_id' | 'id' | 'floor' | 'created_at' | 'updated_at'>]?:
    | ProductRow[K]
    | undefined
}

/** A product before anything is said of it but its name. */
export function newProduct(organization_id: string, name: string, now: Date): ProductRow {
  return {
    organization_id,
    id: newId(now),
    name,
    barcode: null,
    sku: null,
    category: null,
    unit: 'piece',
    price: 0,
    cost: null,
    min_prices: [],
    floor: null,
    image: null,
    link: null,
    description: '',
    active: true,
    visible_in_bot: true,
    exclude_discount: false,
    exclude_accrual: false,
    exclude_spend: false,
    accrual_percent: null,
    created_at: now,
    updated_at: now,
  }
}

/**
 * Adds a product.
 * Refuses: `validation_failed` for a code that another product has, for a minimum price above the
 * price, and for a point of sale that is not of this shop.
 */
export async function addProduct(
  io: Io,
  organization: { id: OrganizationId; currency: string },
  { name, ...changes }: ProductChanges & { name: string },
): Promise<ProductRow> {
  const present = newProduct(organization.id, name, io.clock.now())
  const row = withChanges(present, changes, present.created_at)
  refuseAbovePrice(row, organization.currency)
  await requireOwnImage(io.config, row.organization_id, row.image, 'image')
  await refuseStrangePos(io.db, row)
  await refuseTaken(io, row, await store.tellTaken(store.insertProduct(io.db, row)))
  return row
}

/**
 * Changes a product: only what is given.
 * Refuses: `not_found`, `validation_failed` as `addProduct`.
 */
export async function changeProduct(
  io: Io,
  key: { organization_id: OrganizationId; id: string },
  currency: string,
  changes: ProductChanges,
): Promise<ProductRow> {
  if (changes.image != null) {
    await requireOwnImage(io.config, key.organization_id, changes.image, 'image')
  }
  let row: ProductRow | undefined
  let image: string | null = null
  const change = inTransaction(io.db, async (tx) => {
    const present = await store.lockProduct(tx, key.organization_id, key.id)
    if (!present) throw new Refusal('not_found')
    row = withChanges(present, changes, io.clock.now())
    image = present.image
    const { price, cost, min_prices } = changes
    // A floor that an import left above the price does not keep the product's name from changing.
    if (price !== undefined || cost !== undefined || min_prices !== undefined) {
      refuseAbovePrice(row, currency)
    }
    if (min_prices) await refuseStrangePos(tx, row)
    await store.updateProduct(tx, row)
  })
  const outcome = await store.tellTaken(change)
  if (!row) throw new Refusal('not_found')
  await refuseTaken(io, row, outcome)
  if (image !== row.image) await dropImage(io.config, image)
  return row
}

/** Deletes a product. What was sold keeps what it was told of it. */
export async function removeProduct(
  io: Io,
  key: { organization_id: OrganizationId; id: string; image: string | null },
): Promise<void> {
  await store.deleteProduct(io.db, key.organization_id, key.id)
  await dropImage(io.config, key.image)
}

/** The row with what is given, and the floor that follows from it. */
export function withChanges(present: ProductRow, changes: ProductChanges, now: Date): ProductRow {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ProductRow>
  const row = { ...present, ...given, updated_at: now }
  return { ...row, floor: highestFloor(row) }
}

function refuseAbovePrice(row: ProductRow, currency: string): void {
  const at = ruleAbovePrice(row)
  if (at < 0) return
  const params = { price: toMoney(row.price), sign: signOf(currency) }
  throw new Refusal('validation_failed', {
    fields: [{ path: `min_prices.${at}.value`, code: 'above_price', params }],
  })
}

/** `₴` for UAH; the code itself where the currency has no sign. */
function signOf(currency: string): string {
  const format = new Intl.NumberFormat('uk-UA', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}

async function refuseStrangePos(db: Db, row: ProductRow): Promise<void> {
  const ids = [...new Set(row.min_prices.flatMap(({ pos_ids }) => pos_ids))]
  if (ids.length === 0) return
  if ((await store.countPos(db, row.organization_id, ids)) === ids.length) return
  throw new Refusal('not_found')
}

async function refuseTaken(io: Io, row: ProductRow, outcome: store.Saved): Promise<void> {
  if (outcome === 'saved') return
  const path = outcome === 'sku_taken' ? 'sku' : 'barcode'
  const code = row[path]
  if (code === null) throw new Error('nothing is never taken')
  const by = path === 'sku' ? { sku: code } : { barcode: code }
  const holder = await store.findNamesake(io.db, row.organization_id, by)
  const params = { code, name: holder?.name ?? '' }
  throw new Refusal('validation_failed', {
    fields: [{ path, code: `${path}_taken`, params }],
    ...(holder && { data: { product: holder } }),
  })
}
