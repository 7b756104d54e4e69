/** Promotions for tests: everything open, but for what a test says. */
import type {
  AccrualEffect,
  ProductEffect,
  Promotion,
  PromotionTerms,
  StampCard,
} from '#server/features/promotions/rules.ts'

const openTerms: PromotionTerms = {
  date_from: null,
  date_to: null,
  weekdays: [],
  time_from: null,
  time_to: null,
  pos_ids: [],
  levels: [],
  segment_id: null,
  first_purchase_only: false,
  min_receipt_amount: 0,
  products: { all: true },
  min_quantity: 0,
  min_amount: 0,
  max_uses_total: null,
  max_uses_per_buyer: null,
  per_buyer_period: 'ever',
  budget: null,
  priority: 0,
  stackable: false,
  exclusive_group: null,
  bonus_lifetime_days: null,
}

type Parts = Partial<PromotionTerms> & { id?: string; name?: string }

/** A product promotion (type 2). */
export function productPromotion(effect: ProductEffect, parts: Parts = {}): Promotion {
  const id = parts.id ?? effect.kind
  return { ...openTerms, version: 1, name: id, ...parts, id, type: 2, effect }
}

/** An accrual promotion (type 3). */
export function accrualPromotion(effect: AccrualEffect, parts: Parts = {}): Promotion {
  const id = parts.id ?? effect.kind
  return { ...openTerms, version: 1, name: id, ...parts, id, type: 3, effect }
}

/** A stamp card: every receipt a stamp, five of them a free unit. */
export function stampPromotion(card: Partial<StampCard> = {}, parts: Parts = {}): Promotion {
  const effect: StampCard = {
    kind: 'stamp',
    count: 'receipts',
    goal: 5,
    within_days: 0,
    gift: { kind: 'product' },
    gift_days: 0,
    once_per_day: false,
    repeat: true,
    ...card,
  }
  return productPromotion(effect, parts)
}

/** The products of a category. */
export const category = (name: string) =>
  ({ all: false, barcodes: [], skus: [], categories: [name] }) as const satisfies {
    all: false
    barcodes: string[]
    skus: string[]
    categories: string[]
  }
