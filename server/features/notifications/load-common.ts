import { balanceOf } from '#server/features/buyers/rules.ts'
import { levelFacts } from '#server/features/bots/fact-rules.ts'
import { findChatBuyer, type ChatContext } from '#server/features/bots/load-facts.ts'
import type { Io } from '#server/io/io.ts'
import type { CommonFacts } from './rules.ts'

/** What every text may name, as it stands now; null: the buyer is gone. */
export async function loadCommon(io: Io, context: ChatContext): Promise<CommonFacts | null> {
  const found = await findChatBuyer(io, context)
  if (!found) return null
  const { shop, program } = context
  const { buyer, account } = found
  const now = io.clock.now().getTime()
  const { available, expiring } = balanceOf(account, now, shop.timezone)
  return {
    first_name: buyer.first_name,
    shop: { name: shop.name, phone: shop.phone },
    available,
    expiring: expiring[0] ?? null,
    level: levelFacts(account, program, now),
  }
}
