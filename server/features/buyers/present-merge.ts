import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { mergePreview } from '#contract/merging.ts'
import { maskPhone } from '#contract/phone.ts'
import { availableOf, pendingOf, type Account } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { FoundBuyer } from './find-buyer.ts'
import { presentLevel, visitOf } from './present-buyer.ts'
import { fullName } from './rules.ts'
import type { ProfileRow } from './store.ts'

export type MergePreview = z.output<typeof mergePreview>

type Side = FoundBuyer & { profile: ProfileRow }

/** Both cards beside what becomes of them. */
export function presentMerge(
  keep: Side,
  gone: Side,
  after: Account,
  program: Program,
  now: Date,
): MergePreview {
  const held = (account: Account) => ({
    available: availableOf(account, now.getTime()),
    pending: pendingOf(account, now.getTime()),
    debt: account.debt,
    receipts_count: account.receipts,
    turnover: Math.max(0, account.turnover),
    level: presentLevel(account, program, now)?.name ?? null,
  })
  const side = ({ profile, buyer, account }: Side): MergePreview['keeps'] => ({
    id: buyer.id,
    name: fullName(buyer),
    phone_masked: buyer.phone === null ? null : maskPhone(buyer.phone),
    card_code: buyer.card_code,
    joined_at: buyer.joined_at.toISOString(),
    last_visit_at: visitOf(account),
    messengers: buyer.messengers,
    tags: profile.tags,
    ...held(account),
  })
  const [keeps, goes] = [side(keep), side(gone)]
  const tags = [...new Set([...keeps.tags, ...goes.tags])].slice(0, 20)
  const debts = keep.account.debt + gone.account.debt
  const figures = { keeps, goes, after: { ...held(after), tags }, debt_met: debts - after.debt }
  return { ...figures, version: versionOf([keep.account, gone.account], figures) }
}

/** Of both accounts and of all that is shown; a merge of anything else is refused. */
const versionOf = (accounts: Account[], figures: object): string =>
  hash(
    'sha256',
    JSON.stringify([accounts.map(({ buyer_id, version }) => [buyer_id, version]), figures]),
    'hex',
  ).slice(0, 32)
