/** Promotions for tests: everything open, but for what a test says. */
import type {
  AccrualEffect,
  ProductEffect,
  Promotion,
  PromotionTerms,
  StampCard,
} from '#server/features/promotions/rules.ts'
import { plainTerms } from '#server/features/promotions/terms-rules.ts'

const { image: _none, ...openTerms } = plainTerms()

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
