import type { PeriodFigures, PeriodRow } from '#contract/reports.ts'
import type { Db } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { countVisitors } from '#server/features/segments/ask-gathered.ts'
import { addFigures, noVisitors, type Visitors } from './add-figures.ts'
import { gatheredOf, moved } from './read-scope.ts'
import { bucketOf, bucketsOf, previousOf, type Group } from './rules.ts'
import {
  countBuyers,
  countJoined,
  listNames,
  sumDays,
  sumReceipts,
  type By,
  type CountedBuyers,
  type DaySums,
  type Joined,
  type Scope,
} from './store.ts'

type Rows = { items: PeriodRow[]; totals: PeriodFigures }
type Key = { bucket: string; pos_id: string | null; cashier_id: string | null }

/** Sums by day: from what the commit keeps, or from the receipts when that says too little. */
const sumsOf = (db: Db, scope: Scope, by: By): Promise<DaySums[]> =>
  by === 'cashier' || scope.buyer_id !== undefined ? sumReceipts(db, scope) : sumDays(db, scope)

/** The figures of a period by day, week or month, and by point of sale or cashier. */
export async function reportPeriod(io: Pick<Io, 'db'>, scope: Scope, group: Group, by: By) {
  const previous = previousOf(scope)
  const names =
    by === 'none' ? new Map<string, string>() : await listNames(io.db, scope.organization_id)
  return {
    ...(await readRows(io.db, scope, group, by, names)),
    previous: { ...previous, ...(await readRows(io.db, moved(scope, previous), group, by, names)) },
  }
}

async function readRows(
  db: Db,
  scope: Scope,
  group: Group,
  by: By,
  names: Map<string, string>,
): Promise<Rows> {
  const days = await sumsOf(db, scope, by)
  const joined = await countJoined(db, scope, by)
  const visitors = await readVisitors(db, scope, group, by, joined)
  const [all = noVisitors] = (await readVisitors(db, scope, null, 'none', joined)).values()
  const buckets = new Map<string, { key: Key; days: DaySums[] }>()
  const place = (key: Key) => {
    const text = textOf(key)
    let bucket = buckets.get(text)
    if (!bucket) buckets.set(text, (bucket = { key, days: [] }))
    return bucket
  }
  // Without a split every day, week or month has its row, also an empty one.
  if (by === 'none') {
    for (const bucket of bucketsOf(scope, group)) place({ bucket, pos_id: null, cashier_id: null })
  }
  for (const day of days) {
    place({
      bucket: bucketOf(day.day, group),
      pos_id: by === 'pos' ? day.pos_id : null,
      cashier_id: by === 'cashier' ? day.cashier_id : null,
    }).days.push(day)
  }
  for (const { key } of visitors.keyed) place(key)
  const items = [...buckets.values()].map(({ key, days: some }) => ({
    period: key.bucket,
    pos_id: key.pos_id,
    pos_name: key.pos_id === null ? null : (names.get(key.pos_id) ?? null),
    cashier_id: key.cashier_id,
    cashier_name: key.cashier_id === null ? null : (names.get(key.cashier_id) ?? null),
    ...addFigures(some, visitors.get(textOf(key)) ?? noVisitors),
  }))
  items.sort(
    (a, b) =>
      a.period.localeCompare(b.period) ||
      (a.pos_name ?? '').localeCompare(b.pos_name ?? '', 'uk') ||
      (a.cashier_name ?? '').localeCompare(b.cashier_name ?? '', 'uk'),
  )
  return { items, totals: addFigures(days, all) }
}

const textOf = ({ bucket, pos_id, cashier_id }: Key) => `${bucket} ${pos_id} ${cashier_id}`

/** Who came: out of what is gathered, or out of the receipts when that says too little. */
async function visitorsOf(
  db: Db,
  scope: Scope,
  group: Group | null,
  by: By,
): Promise<CountedBuyers[]> {
  if (by === 'cashier' || scope.buyer_id !== undefined) return countBuyers(db, scope, group, by)
  const rows = await countVisitors(db, {
    ...gatheredOf(scope),
    bucket: group,
    ...(by === 'pos' && { each_pos: true }),
  })
  return rows.map((row) => ({ ...row, pos_id: by === 'pos' ? row.pos_id : null, cashier_id: null }))
}

/**
 * Who came and who joined, by the same keys as the rows. `joined` is of the whole period, split by
 * as much as `by` or more.
 */
export async function readVisitors(
  db: Db,
  scope: Scope,
  group: Group | null,
  by: By,
  joined: readonly Joined[],
) {
  const found = new Map<string, Visitors>()
  const keyed: { key: Key }[] = []
  const place = (key: Key): Visitors => {
    const text = textOf(key)
    let visitors = found.get(text)
    if (!visitors) {
      found.set(text, (visitors = { ...noVisitors }))
      keyed.push({ key })
    }
    return visitors
  }
  for (const { bucket, pos_id, cashier_id, count, repeat } of await visitorsOf(
    db,
    scope,
    group,
    by,
  )) {
    const visitors = place({ bucket: bucket ?? scope.start_date, pos_id, cashier_id })
    visitors.buyers = count
    visitors.repeat = repeat
  }
  for (const { day, pos_id, cashier_id, count } of joined) {
    place({
      bucket: group === null ? scope.start_date : bucketOf(day, group),
      pos_id: by === 'pos' ? pos_id : null,
      cashier_id: by === 'cashier' ? cashier_id : null,
    }).new_buyers += count
  }
  return Object.assign(found, { keyed })
}
