import type { Tx } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { lockLicenses, updateLicense } from './store.ts'
import { returnPromoUse, takePromoUse } from './tariff-store.ts'

type Reserved = {
  organization_id: string
  payment_id: string
  promo_code?: string | null | undefined
  lines: readonly { license_id: string; credit: number }[]
}

/**
 * Takes what a payment counts on, so that no other one can: credit and a use of the promo code.
 * Licenses that were never paid wait for the payment from now on.
 * Refuses: `validation_failed` when the code's last use went meanwhile, `payment_state` when
 * credit did.
 */
export async function reservePurchase(tx: Tx, ask: Reserved, now: Date): Promise<void> {
  const { organization_id, payment_id, promo_code } = ask
  for (const [license, line] of await lockedLines(tx, ask)) {
    if (license.credit < line.credit) throw new Refusal('payment_state')
    const status = license.status === 'created' ? ('awaiting_payment' as const) : license.status
    await updateLicense(tx, license, { credit: license.credit - line.credit, status })
  }
  if (promo_code === undefined || promo_code === null) return
  const use = { organization_id, code: promo_code, payment_id, created_at: now }
  if (await takePromoUse(tx, use)) return
  throw new Refusal('validation_failed', {
    fields: [{ path: 'promo_code', code: 'promo_code_invalid' }],
  })
}

/** Gives back what `reservePurchase` took, once its payment came to nothing. */
export async function releasePurchase(tx: Tx, ask: Reserved): Promise<void> {
  for (const [license, line] of await lockedLines(tx, ask)) {
    const status = license.status === 'awaiting_payment' ? ('created' as const) : license.status
    await updateLicense(tx, license, { credit: license.credit + line.credit, status })
  }
  await returnPromoUse(tx, ask.organization_id, ask.payment_id)
}

/**
 * Takes once more what a payment had given back, because its money came after all: of the credit
 * what is left, and the promo code's use if there is one.
 */
export async function retakePurchase(tx: Tx, ask: Reserved, now: Date): Promise<void> {
  for (const [license, line] of await lockedLines(tx, ask)) {
    await updateLicense(tx, license, { credit: Math.max(0, license.credit - line.credit) })
  }
  const { organization_id, payment_id, promo_code } = ask
  if (promo_code === undefined || promo_code === null) return
  await takePromoUse(tx, { organization_id, code: promo_code, payment_id, created_at: now })
}

async function lockedLines(tx: Tx, { organization_id, lines }: Reserved) {
  const by_id = new Map(lines.map((line) => [line.license_id, line]))
  const licenses = await lockLicenses(tx, organization_id, [...by_id.keys()])
  return licenses.flatMap((license) => {
    const line = by_id.get(license.id)
    return line ? [[license, line] as const] : []
  })
}
