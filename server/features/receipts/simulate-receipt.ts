import type { Answer, Ask } from '#contract/endpoint.ts'
import type { simulateReceipt as endpoint } from '#contract/settings.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange, openAccount } from '#server/features/ledger/change-rules.ts'
import { grant } from '#server/features/ledger/movement-rules.ts'
import type { Account } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { draftProgram } from '#server/features/program/draft-program.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { sayExplanation } from './explain-receipt.ts'
import type { SettledReceipt } from './rules.ts'
import { settleReceipt } from './settle-receipt-rules.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Settles an imagined receipt by settings that nobody saved yet, with the rule that settles real
 * ones: what the form shows is what the till would. Promotions stay out of it.
 * Refuses: `validation_failed` as saving the settings would.
 */
export async function simulateReceipt(
  io: Io,
  organization: Organization,
  { amount, level: row, ...changes }: Ask<typeof endpoint>['body'],
  language: TextLanguage,
): Promise<Answer<typeof endpoint>> {
  const program = await draftProgram(io, organization, changes)
  const level = program.levels[Math.min(row, program.levels.length - 1)]
  if (!level) throw new Error('a ladder is never empty')
  const now = io.clock.now().getTime()
  const buyer = imaginedBuyer(program, level.min_turnover, amount * 2, now)
  const settle = (spend: number) =>
    settleReceipt({
      receipt_id: NOBODY,
      program,
      sale: { total: amount },
      account: buyer,
      spend,
      confirmation_limit: null,
      license: 'active',
      promotions: [],
      exhausted: [],
      pos_id: null,
      gifts: [],
      segment_ids: [],
      occurred_at: now,
      now,
      actor: 'system',
    }).receipt
  const plain = settle(0)
  return {
    level: level.name,
    plain: show(plain, language),
    with_bonuses: show(settle(plain.totals.bonuses_max), language),
  }
}

/** Somebody who has just reached the level and holds plenty of bonuses. */
function imaginedBuyer(program: Program, turnover: number, balance: number, now: number): Account {
  const { year } = dayOf(now, program.timezone)
  const bought = { turnover, year, year_turnover: turnover, rolling_turnover: turnover }
  const draft = beginChange({ ...openAccount(NOBODY, NOBODY), ...bought }, now)
  const plenty = Math.max(balance, program.min_balance_for_spend)
  grant(draft, {
    kind: 'import',
    amount: plenty,
    source: NOBODY,
    actor: 'system',
    expires_at: null,
  })
  return endChange(draft).account
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

function show({ totals, explain }: SettledReceipt, language: TextLanguage) {
  return {
    discount: totals.level_discount,
    bonuses_spent: totals.bonuses_spent,
    to_pay: totals.to_pay,
    cash_to_pay: totals.cash_to_pay,
    accrual: totals.accrual,
    accrual_active_from: momentOf(totals.accrual_active_from),
    accrual_expires_at: momentOf(totals.accrual_expires_at),
    explain: explain.map((step) => sayExplanation(step, language)),
  }
}
