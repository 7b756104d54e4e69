import type { z } from 'zod'
import type { getGiftFigures } from '#contract/gifts.ts'
import { firstIdAt } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { selectFirstReceipts, selectGiftFigures, selectNewcomers } from './figures-store.ts'

const DAY_MS = 86_400_000
const NEWCOMERS_DAYS = 30
const FIGURES_DAYS = 365

type Figures = z.output<(typeof getGiftFigures)['response']>

/** What welcome gifts have done in a year, and what the last 30 days brought. Amounts are minor. */
export async function readFigures(io: Io, organization_id: string): Promise<Figures> {
  const now = io.clock.now().getTime()
  const month = new Date(now - NEWCOMERS_DAYS * DAY_MS)
  const year = new Date(now - FIGURES_DAYS * DAY_MS)
  const [gifts, newcomers, first_receipts] = await Promise.all([
    selectGiftFigures(io.db, organization_id, year),
    selectNewcomers(io.db, organization_id, month),
    selectFirstReceipts(io.db, organization_id, month, firstIdAt(month)),
  ])
  return {
    gifts: gifts.map(({ gift, ...figures }) => ({ ...kindOf(gift), ...figures })),
    newcomers: { days: NEWCOMERS_DAYS, ...newcomers, first_receipts },
  }
}

/** `flyer:<id>` or the kind itself; only welcome gifts have entries of that kind. */
function kindOf(gift: string): Pick<Figures['gifts'][number], 'kind' | 'flyer_id'> {
  const [kind, id = null] = gift.split(':')
  return { kind: kind as Figures['gifts'][number]['kind'], flyer_id: id }
}
