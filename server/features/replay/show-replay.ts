import type { ReplayAnswer } from '#contract/replays.ts'
import { maskPhone } from '#contract/phone.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import type { Io } from '#server/io/io.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'
import type { BuyerGain, ReplayFigures } from './rules.ts'
import { listNames, type ReplayRow } from './store.ts'

type Shown = NonNullable<ReplayAnswer['result']>

/** A replay as its page shows it. Names are looked up each time: a forgotten buyer has none. */
export async function showReplay(
  io: Io,
  row: ReplayRow,
  language: TextLanguage,
): Promise<ReplayAnswer> {
  const { organization_id, terms, result, errors, created_at, finished_at, ...rest } = row
  const say = textIn(language)
  return {
    ...rest,
    spending: terms.spending,
    errors: errors.map((error) => ({ ...error, message: say(`refusals:${error.code}`) })),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    result: result && (await showFigures(io, organization_id, row.source, result)),
  }
}

/** Earlier replays kept nothing of promotions and gifts. */
const nothingYet = { promotions: { discounts: 0, bonuses: 0 }, gifts: 0 }

async function showFigures(
  io: Io,
  organization_id: string,
  source: ReplayRow['source'],
  figures: ReplayFigures,
): Promise<Shown> {
  const ids = [...figures.winners, ...figures.losers].map(({ buyer }) => buyer)
  const names = source === 'own' ? await listNames(io.db, organization_id, ids) : []
  const byId = new Map(names.map((buyer) => [buyer.id, buyer]))
  const show = ({ buyer: key, ...gain }: BuyerGain) => {
    const buyer = byId.get(key)
    return {
      ...gain,
      buyer_id: source === 'own' ? key : null,
      name: buyer ? fullName(buyer) : '',
      key_masked: source === 'own' ? maskPhone(buyer?.phone ?? '') : maskPhone(key),
    }
  }
  const { today, changed } = figures
  return {
    ...figures,
    today: { ...nothingYet, ...today },
    changed: { ...nothingYet, ...changed },
    winners: figures.winners.map(show),
    losers: figures.losers.map(show),
  }
}
