import type { CardDesign } from '#contract/bots.ts'
import { findBuyer, type FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { loadPromotions } from '#server/features/promotions/load-promotions.ts'
import { viewBuyer, type BuyerView } from '#server/features/receipts/view-buyer.ts'
import type { Io } from '#server/io/io.ts'
import { findPromotionsVersion } from './card-store.ts'
import type { CardPicture } from './draw-card.ts'
import { defaultCard } from './rules.ts'
import { findShop, listBots, type ShopRow } from './store.ts'

/** A buyer's card with what it shows. */
export type BuyerCard = {
  shop: ShopRow
  design: CardDesign
  found: FoundBuyer
  view: BuyerView
}

/** Reads a buyer's card; undefined when the shop or the buyer is gone. */
export async function cardOfBuyer(
  io: Io,
  key: { organization_id: string; buyer_id: string },
): Promise<BuyerCard | undefined> {
  const { organization_id } = key
  const loaded = await loadProgramOf(io, organization_id)
  const shop = await findShop(io.db, organization_id)
  if (!loaded || !shop) return undefined
  const { organization, program } = loaded
  const found = await findBuyer(io, organization_id, { id: key.buyer_id }, program)
  if (!found || found.buyer.status === 'forgotten') return undefined
  const version = await findPromotionsVersion(io.db, organization_id)
  const promotions = await loadPromotions(io, organization, version)
  const now = io.clock.now().getTime()
  const view = viewBuyer(found.buyer, found.account, { program, promotions }, now, false)
  return { shop, design: await designOf(io, shop), found, view }
}

/** The design of the shop's first bot, or the one that every card begins with. */
export async function designOf(io: Io, shop: ShopRow): Promise<CardDesign> {
  const [bot] = await listBots(io.db, shop.id)
  return bot?.card_design ?? { ...defaultCard(shop.name), logo: shop.logo }
}

/** The card as its picture shows it, with a code to be scanned. */
export function pictureOf(
  { shop, design, found, view }: BuyerCard,
  code: string,
  language: CardPicture['language'],
): CardPicture {
  const expiry = view.next_expiry
  return {
    ...{ design, code, language, shop_name: shop.name },
    buyer: {
      name: fullName(found.buyer),
      level: view.level,
      balance: view.balance,
      next_expiry: expiry && { amount: expiry.amount, date: dayMonth(expiry.date) },
    },
  }
}

/** 28.11 of 2026-11-28. */
const dayMonth = (day: string) => `${day.slice(8)}.${day.slice(5, 7)}`
