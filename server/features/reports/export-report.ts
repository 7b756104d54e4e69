import type { Ask, FileAnswer } from '#contract/endpoint.ts'
import type { exportReport as endpoint } from '#contract/report-export.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Db } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { streamCsv, streamXlsx, type Row } from '#server/io/spreadsheet.ts'
import { textIn } from '#server/io/text.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { listAccounts } from './account-store.ts'
import { listActs } from './audit-store.ts'
import { columns, momentIn, type Column } from './export-rules.ts'
import { listMovements } from './movement-store.ts'
import { readAuditScope } from './read-audit.ts'
import { readReceiptScope } from './read-receipt-scope.ts'
import { readScope, todayOf } from './read-scope.ts'
import { listReceiptReport } from './receipt-store.ts'
import { soonOf } from './report-dashboard.ts'
import { reportPeriod } from './report-period.ts'
import { findOptions } from './schedule-store.ts'

/** Rows read from the database at a time: a file of any length takes little memory. */
const PART = 1000

type ExportAsk = Ask<typeof endpoint>['query']

/**
 * The whole report as a file, written while it is read. Each part is a short read of its own, so a
 * slow network holds no connection to the database; what is sold meanwhile may or may not be in it.
 * Refuses as `readScope` does, before the first byte.
 */
export async function exportReport(
  io: Io,
  organization: Organization,
  ask: ExportAsk,
  language: string,
): Promise<FileAnswer> {
  const say = textIn(language)
  const word = (key: string) => say(`reports:${key}`)
  const print = { word, moment: momentIn(organization.timezone) }
  async function* tableOf<R>(
    shape: readonly Column<R>[],
    parts: AsyncIterable<R[]>,
  ): AsyncGenerator<Row[]> {
    yield [shape.map(([key]) => word(key))]
    for await (const part of parts) {
      yield part.map((row) => shape.map(([, cell]) => cell(row, print)))
    }
  }
  const { csv_style } = await findOptions(io.db, organization.id)
  const rows = await openRows(io, organization, ask, tableOf)
  const name = word(`file_${ask.report}`)
  const file_name = `${name} ${todayOf(io, organization)}.${ask.format}`
  return ask.format === 'csv'
    ? { file_name, media_type: 'text/csv; charset=utf-8', bytes: streamCsv(rows, csv_style) }
    : {
        file_name,
        media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        bytes: streamXlsx(name, rows),
      }
}

/** The same for an owner who takes it away: that is written down before the first byte. */
export async function takeReport(
  io: Io,
  by: Actor,
  organization: Organization,
  ask: ExportAsk,
  language: string,
): Promise<FileAnswer> {
  const file = await exportReport(io, organization, ask, language)
  const { report, format } = ask
  const act = { organization_id: organization.id, by, act: 'report_exported' as const }
  await noteAct(io.db, { ...act, facts: { report, format } }, io.clock.now())
  return file
}

type MakeTable = <R>(
  shape: readonly Column<R>[],
  parts: AsyncIterable<R[]>,
) => AsyncGenerator<Row[]>

async function openRows(
  io: Io,
  organization: Organization,
  ask: ExportAsk,
  table: MakeTable,
): Promise<AsyncGenerator<Row[]>> {
  const late = <T>(read: (db: Db) => Promise<T>) => io.replica.read(io.db, read)
  if (ask.report === 'receipts') {
    const scope = await readReceiptScope(io, organization, ask)
    const read = (last?: { receipt_id: string }) =>
      late((db) => listReceiptReport(db, scope, { limit: PART, before: last?.receipt_id }))
    return table(columns.receipts, inParts(read))
  }
  if (ask.report === 'audit') {
    const scope = await readAuditScope(io, organization, ask)
    const read: Read<Awaited<ReturnType<typeof listActs>>[number]> = (after) =>
      late((db) => listActs(db, scope, { count: PART, after }))
    return table(columns.audit, inParts(read))
  }
  const scope = await readScope(io, organization, ask)
  if (ask.report === 'transactions') {
    const { kind } = ask
    const read: Read<Awaited<ReturnType<typeof listMovements>>[number]> = (after) =>
      late((db) => listMovements(db, scope, { kind, count: PART, after }))
    return table(columns.transactions, inParts(read))
  }
  if (ask.report === 'period') {
    const { items } = await late((db) => reportPeriod({ db }, scope, ask.group, ask.by))
    return table(columns.period, once(items))
  }
  const accounts = {
    organization_id: organization.id,
    now: io.clock.now(),
    soon: soonOf(io, organization),
    buyer_id: scope.buyer_id,
  }
  const read = (last?: { buyer_id: string }) =>
    late((db) => listAccounts(db, { ...accounts, count: PART, after: last?.buyer_id }))
  return table(columns.accounts, inParts(read))
}

type Read<R> = (last?: R) => Promise<R[]>

async function* inParts<R>(read: Read<R>): AsyncGenerator<R[]> {
  let last: R | undefined
  do {
    const rows = await read(last)
    yield rows
    last = rows.length < PART ? undefined : rows.at(-1)
  } while (last !== undefined)
}

async function* once<R>(rows: R[]): AsyncGenerator<R[]> {
  yield rows
}
