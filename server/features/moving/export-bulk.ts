import type { FileAnswer } from '#contract/endpoint.ts'
import { toMoney } from '#contract/money.ts'
import { noteTaken } from '#server/features/buyers/note-look.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { streamCsv, streamXlsx, type Row } from '#server/io/spreadsheet.ts'
import { textIn } from '#server/io/text.ts'
import * as store from './bulk-store.ts'
import type { BulkRow, ExportedRow } from './bulk-store.ts'

const PART = 1000
const NO_ID = '00000000-0000-0000-0000-000000000000'

const headings = [
  ...['phone', 'first_name', 'last_name', 'birthday', 'city', 'balance', 'turnover'],
  ...['receipts', 'last_visit', 'tags', 'note'],
]

/**
 * The gathered buyers as a file, written while it is read; it can be brought in again. Who took it
 * is written down before the first byte. Refuses: `in_use` before they are gathered, and for an act
 * that is no file.
 */
export async function exportBulk(
  io: Io,
  owner: { user_id: string; address?: string | undefined },
  row: BulkRow,
  ask: { format: 'csv' | 'xlsx'; language: string },
): Promise<FileAnswer> {
  if (row.kind !== 'export' || row.status !== 'ready') throw new Refusal('in_use')
  const shop = await loadProgramOf(io, row.organization_id)
  if (!shop) throw new Refusal('not_found')
  await noteTaken(io, owner, row.organization_id, row.buyers)
  const { timezone } = shop.program
  const say = textIn(ask.language)
  async function* rows(): AsyncGenerator<Row[]> {
    yield [headings.map((name) => say(`moving:${name}`))]
    for (let after = NO_ID; ;) {
      const ids = await store.listMembers(io.db, row, after, PART)
      const last = ids.at(-1)
      if (last === undefined) return
      const part = await store.listExported(io.db, row.organization_id, ids)
      yield part.map((buyer) => lineOf(buyer, timezone))
      after = last
    }
  }
  const today = dayOf(io.clock.now().getTime(), timezone).text
  const name = say('moving:file')
  const file_name = `${name} ${today}.${ask.format}`
  return ask.format === 'csv'
    ? { file_name, media_type: 'text/csv; charset=utf-8', bytes: streamCsv(rows()) }
    : {
        file_name,
        media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        bytes: streamXlsx(name, rows()),
      }
}

const lineOf = (buyer: ExportedRow, timezone: string): Row => [
  // Without its plus, which a spreadsheet would take for a formula.
  buyer.phone?.slice(1) ?? '',
  buyer.first_name ?? '',
  buyer.last_name ?? '',
  buyer.birthday ?? '',
  buyer.city ?? '',
  toMoney(buyer.balance),
  toMoney(Math.max(0, buyer.turnover)),
  buyer.receipts,
  buyer.last_receipt_at === null ? '' : dayOf(buyer.last_receipt_at.getTime(), timezone).text,
  buyer.tags.join(', '),
  buyer.note ?? '',
]
