import type { ProgramOwner } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { everybody } from './filter-rules.ts'
import { countShoppers, selectProducts } from './product-store.ts'
import { askSegment } from './select-segment.ts'

type Ask = { q?: string | undefined; category?: string | undefined; page: number; limit: number }

/**
 * Products to choose from, with how many buyers bought each, or bought something and never it.
 * Refuses: `segment_too_heavy`.
 */
export async function listBought(
  io: Pick<Io, 'db' | 'clock'>,
  organization: ProgramOwner,
  { q, category, page, limit }: Ask,
  count: 'bought' | 'never',
) {
  const organization_id = organization.id
  const { rows, shoppers } = await askSegment(
    io,
    organization,
    { filter: everybody },
    async (tx) => ({
      rows: await selectProducts(tx, { organization_id, q, category, page, limit }),
      shoppers: count === 'never' ? await countShoppers(tx, organization_id) : 0,
    }),
  )
  const items = rows.map(({ barcode, sku, name, category: group, buyers }) => ({
    ...{ barcode, sku, name, category: group },
    buyers_count: count === 'bought' ? buyers : Math.max(0, shoppers - buyers),
  }))
  return { items, total: rows[0]?.total ?? 0, page, limit }
}
