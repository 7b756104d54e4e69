import { accountOf } from '#server/features/ledger/read-account.ts'
import { rollingFrom, type Ladder } from '#server/features/ledger/level-rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import type { Io } from '#server/io/io.ts'
import { selectBuyerWithAccount, type BuyerRow, type FindBy, type FoundRow } from './store.ts'

/** What a till knows of a buyer. */
export type Buyer = BuyerRow

export type FoundBuyer = {
  buyer: Buyer
  account: Account
  /** Receipts of the shop's local day that were not cancelled. */
  receipts_today: number
}

/**
 * A buyer of the organization with the account, read in one query; undefined when there is none.
 * By phone (E.164), id or card code. `ladder` (a `Program` is one) tells the zone and whether a
 * rolling turnover is needed. A merged buyer answers with the one it was merged into.
 */
export async function findBuyer(
  io: Pick<Io, 'pool' | 'clock'>,
  organization_id: string,
  by: { phone: string } | { id: string } | { card_code: string },
  ladder: Ladder,
): Promise<FoundBuyer | undefined> {
  const now = io.clock.now().getTime()
  const days = {
    since: ladder.level_base === 'rolling_days' ? rollingFrom(ladder, now) : null,
    today: dayOf(now, ladder.timezone).text,
  }
  let [kind, value] = Object.entries(by)[0] as [FindBy, string]
  // Merges chain at most a few times; the bound only keeps a broken circle from turning for ever.
  for (let hop = 0; hop < 8; hop += 1) {
    const row = await selectBuyerWithAccount[kind](io, { organization_id, value, ...days })
    if (!row) return undefined
    if (row.merged_into === null) return found(row)
    ;[kind, value] = ['id', row.merged_into]
  }
  throw new Error('findBuyer: merged buyers form a circle')
}

function found(row: FoundRow): FoundBuyer {
  const { id, phone, first_name, last_name, birthday, birthday_entered_at, language, status } = row
  const {
    card_code,
    consent_messages,
    joined_at,
    joined_via,
    merged_into,
    referred_by,
    messengers,
    segment_ids,
  } = row
  return {
    buyer: {
      ...{ id, phone, first_name, last_name, birthday, birthday_entered_at, language, status },
      ...{
        card_code,
        consent_messages,
        joined_at,
        joined_via,
        merged_into,
        referred_by,
        messengers,
        segment_ids,
      },
    },
    account: accountOf(row),
    receipts_today: row.receipts_today,
  }
}
