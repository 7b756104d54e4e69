import type { Ask, Answer } from '#contract/endpoint.ts'
import type { segmentationResult } from '#contract/segments.ts'
import { averageOf, LONG_LIST } from '#server/features/buyers/rules.ts'
import { presentLevel, presentRow } from '#server/features/buyers/present-buyer.ts'
import { accountOf } from '#server/features/ledger/read-account.ts'
import { dayNumber } from '#server/features/ledger/calendar-rules.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import { availableOf, pendingOf } from '#server/features/ledger/rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import type { Filter, Ground } from './filter-rules.ts'
import { presets } from './preset-rules.ts'
import { readProgress } from './purchase-store.ts'
import * as store from './result-store.ts'
import type { FoundRow, Whom } from './result-store.ts'
import { rfmOf } from './rfm-rules.ts'
import { askSegment, requireSegment, whomOf } from './select-segment.ts'
import { keepCount } from './store.ts'

type Body = Ask<typeof segmentationResult>['body']
type Result = Answer<typeof segmentationResult>

/**
 * The buyers of a saved segment, of a ready one or of the filter itself.
 * Refuses: `not_found`, `segment_too_heavy`.
 */
export async function runSegment(io: Io, organization: Organization, body: Body): Promise<Result> {
  const whom = await whomOfBody(io, organization.id, body)
  const full = !body.count_only
  const found = await askSegment(
    io,
    organization,
    whom,
    async (tx, ground) => {
      const all_buyers = await store.countAll(tx, organization.id)
      const shown = { ...ground, by_order: all_buyers > LONG_LIST }
      return {
        ground,
        all_buyers,
        figures: full
          ? await store.selectTotals(tx, whom, shown, body.q)
          : await store.selectFigures(tx, whom, shown, body.q),
        purchases_until: await readProgress(tx),
        rows: full ? await store.selectPage(tx, whom, shown, pageOfBody(body, ground)) : [],
      }
    },
    full,
  )
  const { ground } = found
  const figures: store.Figures & Partial<store.Totals> = found.figures
  const { total, telegram, viber, unreachable, no_consent } = figures
  if (body.segment_id !== undefined && (body.q ?? '') === '') {
    const key = { organization_id: organization.id, id: body.segment_id }
    await keepCount(io.db, key, total, ground.now)
  }
  return {
    items: found.rows.map((row) => presentFound(row, ground)),
    total,
    page: body.page,
    limit: body.limit,
    reachable: { telegram, viber, unreachable, no_consent },
    all_buyers: found.all_buyers,
    totals: presentTotals(figures),
    computed_at: ground.now.toISOString(),
    purchases_until: found.purchases_until?.toISOString() ?? null,
    segment_id: body.segment_id ?? null,
  }
}

/** null: nobody asked what they hold. */
function presentTotals({ turnover, receipts, balance }: Partial<store.Totals>): Result['totals'] {
  if (turnover === undefined || receipts === undefined || balance === undefined) return null
  return { turnover, average_receipt: averageOf(turnover, receipts), bonus_liability: balance }
}

async function whomOfBody(io: Io, organization_id: string, body: Body): Promise<Whom> {
  if (body.segment_id !== undefined)
    return whomOf(await requireSegment(io, organization_id, body.segment_id))
  if (body.preset !== undefined) return { filter: presets[body.preset] }
  return { filter: filterOf(body) }
}

/** The conditions of a request, without what is not of the filter. */
export function filterOf(body: Filter & Record<string, unknown>): Filter {
  const {
    organization_id: _organization,
    segment_id: _segment,
    preset: _preset,
    q: _q,
    sort: _sort,
    page: _page,
    limit: _limit,
    count_only: _count,
    ...filter
  } = body
  return filter
}

function pageOfBody({ sort, page, limit, q }: Body, { program, now }: Ground): store.Page {
  const since = program.level_base === 'rolling_days' ? rollingFrom(program, now.getTime()) : null
  return { sort, page, limit, q, since }
}

function presentFound(row: FoundRow, ground: Ground): Result['items'][number] {
  const { program, now, today, borders } = ground
  const account = accountOf(row)
  const shown = presentRow(row, account, {
    available: availableOf(account, now.getTime()),
    pending: pendingOf(account, now.getTime()),
    level: presentLevel(account, program, now)?.name ?? null,
    now,
  })
  return {
    ...shown,
    buyer_id: row.id,
    last_purchase_at: shown.last_visit_at,
    balance: account.balance,
    rfm: borders && rfmOf(account, borders),
    churn: churnOf(row, today.number),
  }
}

/** Days since the last visit in usual gaps, to a tenth. */
function churnOf({ last_day, gap_days }: FoundRow, today: number): number | null {
  if (last_day === null || gap_days === null) return null
  return Math.round(((today - dayNumber(last_day)) * 10) / Math.max(1, gap_days)) / 10
}
