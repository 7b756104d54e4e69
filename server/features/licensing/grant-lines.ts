import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import { grantLine, type PaidLine } from './plan-rules.ts'
import { chargeAt } from './renewal-rules.ts'
import { revoke, coveredUntil } from './span-rules.ts'
import { lockLicenses, saveSpans, updateLicense, type WholeLicense } from './store.ts'

/** A line of a payment with what the license is to renew by. */
type GrantedLine = PaidLine & { license_id: string; price: number }

type Granted = {
  organization_id: string
  payment_id: string
  provider: string
  /** `subscribe` begins to renew, `renewal` goes on, `once` leaves it as it is. */
  kind: 'once' | 'subscribe' | 'renewal'
  lines: readonly GrantedLine[]
}

/**
 * Turns a paid payment into time on its licenses. The caller's transaction holds the payment, so
 * this runs once for it; the table refuses a second time besides.
 */
export async function grantLines(tx: Tx, ask: Granted, now: Date): Promise<void> {
  const by_id = new Map(ask.lines.map((line) => [line.license_id, line]))
  const licenses = await lockLicenses(tx, ask.organization_id, [...by_id.keys()])
  for (const license of licenses) {
    const line = by_id.get(license.id)
    if (line) await grantOne(tx, license, line, ask, now)
  }
}

async function grantOne(
  tx: Tx,
  license: WholeLicense,
  line: GrantedLine,
  ask: Granted,
  now: Date,
): Promise<void> {
  const ids = { span_id: newId(now), payment_id: ask.payment_id }
  const after = grantLine(license, line, ids, now)
  const first = license.spans.length === 0
  const expires_at = after.granted.ends_at
  // A cancel between a charge and its answer stays a cancel: the money buys its period only.
  const auto_renew =
    ask.kind === 'subscribe' || (license.auto_renew && license.status !== 'cancelled')
  await saveSpans(tx, license, after.spans, after.dropped)
  await updateLicense(tx, license, {
    status: ask.kind === 'renewal' && !license.auto_renew ? license.status : 'active',
    tariff_id: line.tariff_id,
    period: line.period,
    price: line.price,
    credit: after.credit,
    anchor_day: after.anchor_day,
    ...(first && { starts_at: after.granted.starts_at }),
    expires_at,
    auto_renew,
    provider:
      ask.kind === 'subscribe' || license.provider === null ? ask.provider : license.provider,
    next_charge_at: auto_renew ? chargeAt(expires_at, 0) : null,
    charge_attempts: 0,
    last_payment_at: now,
  })
}

/**
 * Takes back the time of a payment whose money went back, and its promise to renew. Credit that it
 * had used is the license's again.
 */
export async function revokeLines(
  tx: Tx,
  ask: Pick<Granted, 'organization_id' | 'payment_id' | 'lines'>,
  now: Date,
): Promise<void> {
  const by_id = new Map(ask.lines.map((line) => [line.license_id, line]))
  for (const license of await lockLicenses(tx, ask.organization_id, [...by_id.keys()])) {
    const { kept, dropped } = revoke(license.spans, ask.payment_id, now)
    await saveSpans(tx, license, kept, dropped)
    const until = coveredUntil(kept) ?? now
    const on_trial = kept.length > 0 && kept.every(({ payment_id }) => payment_id === null)
    const line = by_id.get(license.id)
    await updateLicense(tx, license, {
      status: on_trial ? 'trial' : 'cancelled',
      ...(on_trial && { tariff_id: null, period: null, price: 0 }),
      starts_at: kept[0]?.starts_at ?? until,
      expires_at: until,
      auto_renew: false,
      next_charge_at: null,
      charge_attempts: 0,
      credit: license.credit + (line ? line.credit + line.left_over : 0),
    })
  }
}
