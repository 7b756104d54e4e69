import type { Answer } from '#contract/endpoint.ts'
import type { dashboardReport } from '#contract/reports.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { askOwed } from '#server/features/segments/ask-gathered.ts'
import type { Io } from '#server/io/io.ts'
import { addFigures, averagesOf, noVisitors, type Visitors } from './add-figures.ts'
import { moved, todayOf } from './read-scope.ts'
import { readVisitors } from './report-period.ts'
import { addDays, bucketsOf, boundsOf, previousOf, shareOf, type Period } from './rules.ts'
import { countAccounts, type AccountTotals } from './account-store.ts'
import {
  countJoined,
  countUnusual,
  hasReceipts,
  listPosWithActivity,
  sumDays,
  type DaySums,
  type Joined,
  type PosRow,
  type Scope,
} from './store.ts'

type Dashboard = Answer<typeof dashboardReport>
type Days = {
  sums: DaySums[]
  visitors: Map<string, Visitors>
  all: Visitors
  joined: Joined[]
}

const SOON_DAYS = 30
const LICENSE_DAYS = 7
const ATTENTION_MAX = 5

/** The overview: what members brought, who came back, what is owed, and what needs a look. */
export async function reportDashboard(
  io: Io,
  organization: Organization,
  scope: Scope,
): Promise<Dashboard> {
  const previous = previousOf(scope)
  const now = await readDays(io, scope)
  const before = await readDays(io, moved(scope, previous))
  const today = todayOf(io, organization)
  const of_today = await sumDays(io.db, moved(scope, { start_date: today, end_date: today }))
  const pos = await listPosWithActivity(io.db, organization.id, scope.pos_id)
  const { turnover, receipts } = addFigures(of_today, noVisitors)
  const has_receipts = await hasReceipts(io.db, organization.id)
  return {
    timezone: organization.timezone,
    currency: organization.currency,
    start_date: scope.start_date,
    end_date: scope.end_date,
    previous_start_date: previous.start_date,
    previous_end_date: previous.end_date,
    has_receipts,
    today: { receipts, turnover },
    kpi: kpiOf(scope, now, before),
    totals: addFigures(now.sums, now.all),
    previous_totals: addFigures(before.sums, before.all),
    days: daysOf(scope, now),
    previous_days: daysOf(previous, before),
    liability: await readLiability(io, organization),
    pos: await posRows(io, scope, pos, now),
    attention: attentionOf(io, pos, {
      quiet: has_receipts && receipts === 0,
      unusual: await countUnusual(io.db, organization.id, addDays(today, -7)),
    }),
  }
}

async function readDays(io: Io, scope: Scope): Promise<Days> {
  const joined = await countJoined(io.db, scope, 'pos')
  const by_day = await readVisitors(io.db, scope, 'day', 'none', joined)
  const [all = noVisitors] = (await readVisitors(io.db, scope, null, 'none', joined)).values()
  const visitors = new Map(
    by_day.keyed.map(({ key }) => [
      key.bucket,
      by_day.get(`${key.bucket} ${key.pos_id} ${key.cashier_id}`) ?? noVisitors,
    ]),
  )
  return { sums: await sumDays(io.db, scope), visitors, all, joined }
}

/** Every day of the period with its sums, also the empty ones. */
function eachDay<T>(
  period: Period,
  days: Days,
  make: (sums: DaySums[], who: Visitors, day: string) => T,
) {
  const by_day = new Map<string, DaySums[]>()
  for (const sums of days.sums) by_day.set(sums.day, [...(by_day.get(sums.day) ?? []), sums])
  return bucketsOf(period, 'day').map((day) =>
    make(by_day.get(day) ?? [], days.visitors.get(day) ?? noVisitors, day),
  )
}

const daysOf = (period: Period, days: Days): Dashboard['days'] =>
  eachDay(period, days, (sums, who, day) => {
    const figures = addFigures(sums, who)
    return {
      day,
      receipts: figures.receipts,
      turnover: figures.turnover,
      members_turnover: figures.members_turnover,
      accrued: figures.accrued,
      spent: figures.spent,
      expired: figures.expired,
      new_buyers: figures.new_buyers,
    }
  })

function kpiOf(period: Period, now: Days, before: Days): Dashboard['kpi'] {
  const compared = <T>(value: (sums: DaySums[], who: Visitors) => T) => ({
    value: value(now.sums, now.all),
    previous: value(before.sums, before.all),
    by_day: eachDay(period, now, (sums, who) => value(sums, who)),
  })
  return {
    members_turnover: compared((sums, who) => addFigures(sums, who).members_turnover),
    repeat_share: compared((_sums, who) => shareOf(who.repeat, who.buyers)),
    average_member_receipt: compared((sums) => averagesOf(sums).member),
    average_other_receipt: compared((sums) => averagesOf(sums).other),
    new_buyers: compared((_sums, who) => who.new_buyers),
  }
}

/** What the whole shop owes, whatever is filtered: bonuses belong to no point of sale. */
export async function readLiability(io: Io, organization: Organization): Promise<AccountTotals> {
  const organization_id = organization.id
  const moments = { now: io.clock.now(), soon: soonOf(io, organization) }
  const owed = await askOwed(io.db, { organization_id, ...moments })
  const buyers = await countAccounts(io.db, organization_id)
  return { buyers, balance: owed.available + owed.pending, ...owed }
}

/** The end of the thirtieth day from today. */
export function soonOf(io: Io, organization: Organization): Date {
  const last = addDays(todayOf(io, organization), SOON_DAYS)
  return new Date(boundsOf({ start_date: last, end_date: last }, organization.timezone).to)
}

async function posRows(
  io: Io,
  scope: Scope,
  pos: readonly PosRow[],
  { sums, joined }: Days,
): Promise<Dashboard['pos']> {
  const visitors = await readVisitors(io.db, scope, null, 'pos', joined)
  return pos.map((row) => {
    const own = sums.filter(({ pos_id }) => pos_id === row.id)
    const who = visitors.get(`${scope.start_date} ${row.id} null`) ?? noVisitors
    const { receipts, turnover, new_buyers, spent, accrued } = addFigures(own, who)
    return {
      pos_id: row.id,
      name: row.name,
      visible: row.visible,
      ...{ receipts, turnover, new_buyers, spent, accrued },
      last_activity_at: row.last_activity_at?.toISOString() ?? null,
    }
  })
}

function attentionOf(
  io: Io,
  pos: readonly PosRow[],
  { quiet, unusual }: { quiet: boolean; unusual: number },
): Dashboard['attention'] {
  const now = io.clock.now().getTime()
  const items: Dashboard['attention'] = []
  for (const { id, name, license_expires_at } of pos) {
    const left_ms = license_expires_at === null ? -1 : license_expires_at.getTime() - now
    if (left_ms > LICENSE_DAYS * 86_400_000) continue
    items.push({
      kind: left_ms > 0 ? 'license_ending' : 'license_ended',
      pos_id: id,
      pos_name: name,
      at: license_expires_at?.toISOString() ?? null,
    })
  }
  if (unusual > 0) {
    items.unshift({ kind: 'suspicious', count: unusual, pos_id: null, pos_name: null, at: null })
  }
  if (quiet) items.push({ kind: 'no_receipts_today', pos_id: null, pos_name: null, at: null })
  return items.slice(0, ATTENTION_MAX)
}
