import type { LicenseState } from '#contract/licensing.ts'
import type { CashierPermissions, CashierRole } from '#contract/pos.ts'
import { hashToken } from '#server/features/identity/tokens.ts'
import { licenseStateAt, type StoredLicense } from '#server/features/licensing/rules.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import type { RateLeft } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { leftItem, policyOf, type Quota } from './quota-rules.ts'
import { readBearer } from './read-bearer.ts'
import { rememberTill } from './recall-till.ts'
import { defaultPermissions, idleEnd } from './rules.ts'
import { findSession, touchSession, type SessionRow } from './session-store.ts'
import { storedLicense } from './show-pos.ts'

/** A point of sale where the cashier may sell, and whether it may sell right now. */
export type CashierPos = {
  id: string
  name: string
  address: string
  city_name: string | null
  /** Null: switched off by its owner; nothing new is sold there. */
  license_id: string | null
  license_state: LicenseState
  license_status: StoredLicense['status'] | null
  license_starts_at: Date | null
  license_expires_at: Date | null
}

/** Who holds the till's token. Only `requireCashier` makes one. */
export type Cashier = {
  cashier_id: string
  organization_id: OrganizationId
  organization_name: string
  logo: string | null
  timezone: string
  currency: string
  /** A language id of the wire: what the shop speaks. */
  language: string
  /** The version of the bonus program in force: `loadProgramVersion` needs no look-up for it. */
  program_version: number
  /** Of the shop's promotions; 0: it never had any. */
  promotions_version: number
  /** False: the shop keeps no catalogue, and a sale need not look into it. */
  has_products: boolean
  /** A program of the shop wants to hear of its sales. */
  sales_heard: boolean
  name: string
  role: CashierRole
  permissions: CashierPermissions
  /** Where this cashier may sell; empty when every one of them was deleted. */
  pos: CashierPos[]
  /** The end of the session if nobody uses it again; null for an integration. */
  expires_at: Date | null
  /** Says in the answer what is left of a quota, without asking anybody for it. */
  tellLeft(quota: Quota, left: RateLeft): void
}

// A use is written down only when the last one written is this old, so that a sale stays one write.
const TOUCH_MS = 5 * 60 * 1000

/**
 * Tells which cashier is calling by the bearer token. The token is looked up with its cashier,
 * organization, points of sale and licenses at each call, so switching any of them off works at
 * once.
 * Refuses: `not_signed_in`.
 */
export async function requireCashier(io: Io, call: Call): Promise<Cashier> {
  const token = readBearer(call)
  const cashier = token === undefined ? undefined : await findCashier(io, token)
  if (token === undefined || !cashier) throw new Refusal('not_signed_in')
  rememberTill(io, token, cashier)
  const { organization_id, cashier_id } = cashier
  call.noteWho({ organization_id, cashier_id })
  call.setHeader('ratelimit-policy', policyOf(cashier.role))
  const told: Partial<Record<Quota, string>> = {}
  cashier.tellLeft = (quota, { left, seconds }) => {
    told[quota] = leftItem(quota, left, seconds)
    call.setHeader('ratelimit', Object.values(told).join(', '))
  }
  return cashier
}

/** The cashier that a till's token opens, if it still opens one. */
export async function findCashier(io: Io, token: string): Promise<Cashier | undefined> {
  const row = await findSession(io, token)
  const now = io.clock.now()
  if (!row || hasEnded(row, now)) return undefined
  if (now.getTime() - row.last_used_at.getTime() > TOUCH_MS) {
    await touchSession(io.db, hashToken(token), now)
  }
  return cashierOf(row, now)
}

function hasEnded({ last_used_at, idle_seconds, expires_at }: SessionRow, now: Date): boolean {
  const idle_end = idleEnd(last_used_at, idle_seconds)
  return (idle_end !== null && idle_end <= now) || (expires_at !== null && expires_at <= now)
}

function cashierOf(row: SessionRow, now: Date): Cashier {
  const { cashier_id, organization_name, logo, timezone, currency, language, name, role } = row
  const idle_end = idleEnd(now, row.idle_seconds)
  return {
    ...{ cashier_id, organization_name, logo, timezone, currency, language, name, role },
    organization_id: row.organization_id as OrganizationId,
    program_version: row.program_version,
    promotions_version: row.promotions_version,
    has_products: row.has_products,
    sales_heard: row.sales_heard,
    permissions: { ...defaultPermissions(role), ...row.permissions },
    pos: row.pos.map((pos) => cashierPosOf(pos, now)),
    expires_at: idle_end && row.expires_at && row.expires_at < idle_end ? row.expires_at : idle_end,
    tellLeft() {},
  }
}

function cashierPosOf(pos: SessionRow['pos'][number], now: Date): CashierPos {
  const { id, name, address, city_name, license_id } = pos
  const starts_at = pos.license_starts_at === null ? null : new Date(pos.license_starts_at)
  const expires_at = pos.license_expires_at === null ? null : new Date(pos.license_expires_at)
  const license = { license_status: pos.license_status, license_starts_at: starts_at }
  return {
    ...{ id, name, address, city_name, license_id, ...license },
    license_state: licenseStateOf({ ...license, license_expires_at: expires_at }, now),
    license_expires_at: expires_at,
  }
}

/** What the license of a point of sale allows at a moment. */
export function licenseStateOf(
  pos: Pick<CashierPos, 'license_status' | 'license_starts_at' | 'license_expires_at'>,
  at: Date,
): LicenseState {
  const { license_status, license_starts_at, license_expires_at } = pos
  return licenseStateAt(storedLicense(license_status, license_starts_at, license_expires_at), at)
}
