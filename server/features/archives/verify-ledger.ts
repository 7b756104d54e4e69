import { z } from 'zod'
import { checkAccount } from '#server/features/ledger/check-rules.ts'
import { entryOf } from '#server/features/ledger/entry-row-rules.ts'
import { accountOf } from '#server/features/ledger/read-account.ts'
import type { ZipIn } from '#server/io/zip.ts'
import { fileOf } from './contents-rules.ts'
import { openHead, type Manifest } from './manifest-rules.ts'
import { readLines } from './read-lines.ts'

const moment = z.string().transform((text, context) => {
  const at = new Date(text)
  if (!Number.isNaN(at.getTime())) return at
  context.addIssue({ code: 'custom', message: 'not a moment' })
  return z.NEVER
})
const int = z.int()

const accountLine = z.object({
  ...{ buyer_id: z.uuid(), version: int, entries: int, last_hash: z.string() },
  ...{ balance: int, debt: int, turnover: int, receipts: int },
  ...{ year: int, year_turnover: int, last_year_turnover: int },
  ...{ level: int.nullable(), pinned_level: int.nullable() },
  ...{ last_receipt_at: moment.nullable(), level_until: moment.nullable() },
  ...{ pinned_until: moment.nullable(), promotions: z.string().nullable() },
  ...{ lot_numbers: z.array(int), lot_kinds: z.array(z.string()), lot_amounts: z.array(int) },
  ...{ lot_remaining: z.array(int), lot_active_from: z.array(moment) },
  lot_expires_at: z.array(moment.nullable()),
})
const entryLine = z.object({
  ...{ buyer_id: z.uuid(), number: int, kind: z.string(), amount: int, debt_change: int },
  ...{ balance_after: int, debt_after: int, lot_numbers: z.array(int), lot_amounts: z.array(int) },
  ...{ lot_expiries: z.string().nullable(), active_from: moment.nullable() },
  ...{ expires_at: moment.nullable(), receipt_id: z.string().nullable(), source: z.string() },
  ...{ reason: z.string().nullable(), actor: z.string(), created_at: moment },
  ...{ prev_hash: z.string(), hash: z.string() },
})
const dayLine = z.object({ buyer_id: z.uuid(), turnover: int, receipts: int })

type Report = (problem: string) => void

/**
 * Recomputes the ledger of an archive, an account at a time: three files are read side by side in
 * the order of buyers, so that a million entries need no room. The rules are those of
 * `npm run ledger:check`.
 */
export async function verifyLedger(zip: ZipIn, told: Manifest, report: Report): Promise<void> {
  const needed = ['account', 'entry', 'account_day'].map(fileOf)
  if (needed.some((name) => !zip.names.includes(name))) return
  try {
    await compare(zip, told, report)
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error
    report(`the ledger cannot be checked: ${error.message}`)
  }
}

async function compare(zip: ZipIn, told: Manifest, report: Report): Promise<void> {
  const entries = openGroups(zip, 'entry', entryLine, report)
  const days = openGroups(zip, 'account_day', dayLine, report)
  const head = openHead()
  let before = ''
  for await (const row of rowsOf(zip, 'account', accountLine)) {
    if (row.buyer_id <= before)
      report(`${fileOf('account')}: buyer ${row.buyer_id} is out of order`)
    before = row.buyer_id
    head.add(row)
    const own = await entries.take(row.buyer_id)
    const sums = { turnover: 0, receipts: 0 }
    for (const day of await days.take(row.buyer_id)) {
      sums.turnover += day.turnover
      sums.receipts += day.receipts
    }
    const account = accountOf({ ...row, organization_id: told.organization_id })
    for (const { rule, expected, found } of checkAccount(account, own.map(entryOf), sums)) {
      report(`buyer ${row.buyer_id}: ${rule}: expected ${expected}, found ${found}`)
    }
  }
  await entries.end()
  await days.end()
  const found = head.end()
  for (const name of ['accounts', 'entries', 'head'] as const) {
    if (found[name] === told.ledger[name]) continue
    report(`the ledger's ${name}: the manifest tells ${told.ledger[name]}, found ${found[name]}`)
  }
}

/** A line that cannot be what it should be: what follows it cannot be compared any more. */
class UnreadableLine extends Error {}

async function* rowsOf<T>(zip: ZipIn, table: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  const name = fileOf(table)
  let number = 0
  const lines = readLines(zip.read(name))
  for (;;) {
    number += 1
    let value: unknown
    try {
      const next = await lines.next()
      if (next.done) return
      value = JSON.parse(next.value)
    } catch (error) {
      throw new UnreadableLine(`${name}, line ${number}: ${String(error)}`)
    }
    const parsed = schema.safeParse(value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new UnreadableLine(
        `${name}, line ${number}: ${issue?.path.join('.')}: ${issue?.message}`,
      )
    }
    yield parsed.data
  }
}

/** The rows of a file, buyer by buyer, for who asks in the order of buyers. */
function openGroups<T extends { buyer_id: string }>(
  zip: ZipIn,
  table: string,
  schema: z.ZodType<T>,
  report: Report,
) {
  const rows = rowsOf(zip, table, schema)
  let waiting: T | undefined
  let ended = false
  const next = async () => {
    if (waiting || ended) return waiting
    const { value, done } = await rows.next()
    ended = done === true
    waiting = done ? undefined : value
    return waiting
  }
  const stray = (row: T) =>
    report(`${fileOf(table)}: a row of buyer ${row.buyer_id} is out of order or has no account`)
  return {
    async take(buyer_id: string): Promise<T[]> {
      const own: T[] = []
      for (let row = await next(); row && row.buyer_id <= buyer_id; row = await next()) {
        if (row.buyer_id === buyer_id) own.push(row)
        else stray(row)
        waiting = undefined
      }
      return own
    },
    /** Whatever is left belongs to nobody. */
    async end(): Promise<void> {
      for (let row = await next(); row; row = await next()) {
        stray(row)
        waiting = undefined
      }
    },
  }
}
