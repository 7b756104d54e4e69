import type { Organization } from '#contract/organizations.ts'
import type { Io } from '#server/io/io.ts'
import { localMonthStart } from './rules.ts'
import { readBriefs, type OrganizationRow } from './store.ts'

/** Adds to organizations the figures that every list and page shows with them. */
export async function showOrganizations(
  io: Io,
  rows: readonly OrganizationRow[],
): Promise<Organization[]> {
  const now = io.clock.now()
  const asked = rows.map(({ id, timezone }) => ({
    id,
    month_start: localMonthStart(now, timezone),
  }))
  const briefs = new Map((await readBriefs(io.db, asked)).map((brief) => [brief.id, brief]))
  return rows.map((row) => {
    const brief = briefs.get(row.id)
    const { license_expires_at = null, license_is_trial } = brief ?? {}
    return {
      ...row,
      created_at: row.created_at.toISOString(),
      currency_locked: brief?.has_receipts ?? false,
      bonus_name: brief?.bonus_name ?? null,
      stats_brief: {
        pos_count: brief?.pos_count ?? 0,
        buyers_count: brief?.buyers_count ?? 0,
        month_turnover: brief?.month_turnover ?? 0,
        license: license_expires_at && {
          is_trial: license_is_trial === true,
          expires_at: license_expires_at.toISOString(),
        },
      },
    }
  })
}
