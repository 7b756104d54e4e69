import type { Pos } from '#contract/pos.ts'
import {
  licenseStateAt,
  licenseStatusAt,
  type StoredLicense,
} from '#server/features/licensing/rules.ts'
import { localDay } from '#server/features/organizations/rules.ts'
import type { Io } from '#server/io/io.ts'
import { countReceipts, type PosRow } from './store.ts'

/** Adds to points of sale (of one organization) how their licenses stand and what they sold today. */
export async function showPos(io: Io, rows: readonly PosRow[]): Promise<Pos[]> {
  const [first] = rows
  if (!first) return []
  const now = io.clock.now()
  const today = localDay(now, first.timezone)
  const receipts = await countReceipts(io.db, first.organization_id, today)
  return rows.map(({ timezone: _zone, license_status, license_starts_at, ...row }) => {
    const { license_expires_at, ...pos } = row
    const license = storedLicense(license_status, license_starts_at, license_expires_at)
    return {
      ...pos,
      created_at: pos.created_at.toISOString(),
      receipts_today: receipts.get(pos.id) ?? 0,
      license: license && {
        status: licenseStatusAt(license, now),
        state: licenseStateAt(license, now),
        expires_at: license.expires_at.toISOString(),
      },
    }
  })
}

/** The license that a row was joined with, or null when there was none. */
export function storedLicense(
  status: StoredLicense['status'] | null,
  starts_at: Date | null,
  expires_at: Date | null,
): StoredLicense | null {
  return status && starts_at && expires_at ? { status, starts_at, expires_at } : null
}
