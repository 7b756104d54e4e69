import { grantLines, revokeLines } from '#server/features/licensing/grant-lines.ts'
import { LICENSE_LETTER, type LetterKind } from '#server/features/licensing/letters-rules.ts'
import { noteFailedCharge } from '#server/features/licensing/note-failed-charge.ts'
import { releasePurchase, retakePurchase } from '#server/features/licensing/reserve-purchase.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import type { CardToken } from '#server/io/payments/provider.ts'
import { nextStatus } from './rules.ts'
import * as store from './store.ts'

type Truth = {
  state: 'pending' | 'paid' | 'failed' | 'refunded'
  provider_id?: string | null
  card?: CardToken | undefined
  /** The provider's word, kept of a failure for the administrator. */
  word?: string
}

/**
 * Puts a payment to what is known of it for sure: by the provider's own answer, or by an
 * administrator. The only place that grants and revokes; told twice, late or in any order, it ends
 * at the same. Answers the status it has now.
 */
export async function settlePayment(io: Io, payment_id: string, truth: Truth) {
  const now = io.clock.now()
  return inTransaction(io.db, async (tx) => {
    const payment = await store.lockPayment(tx, payment_id)
    if (!payment) throw new Error('settlePayment: the payment is gone')
    const next = nextStatus(payment.status, truth.state)
    const provider_id = payment.provider_id ?? truth.provider_id ?? null
    await store.updatePayment(tx, payment, { checked_at: now, provider_id })
    if (next === undefined) return payment.status
    const lines = await store.listLines(tx, payment)
    await move(io, tx, payment, lines, next)
    await store.updatePayment(tx, payment, {
      status: next,
      ...(next === 'paid'
        ? { paid_at: now, closed_at: null, failure: null }
        : { closed_at: now, failure: next === 'failed' ? (truth.word ?? null) : payment.failure }),
    })
    if (next === 'paid' && truth.card && payment.kind === 'subscribe') {
      await keepCard(io, tx, payment, truth.card)
    }
    return next
  })
}

async function move(
  io: Io,
  tx: Tx,
  payment: store.StoredPayment,
  lines: store.PaymentLine[],
  next: store.StoredPayment['status'],
): Promise<void> {
  const now = io.clock.now()
  const { organization_id, id: payment_id, provider, kind, promo_code } = payment
  const whole = { organization_id, payment_id, promo_code, lines }
  await store.setLinesOpen(tx, payment, next === 'paid')
  if (next === 'paid') {
    // It had been given up: what it counted on is taken again as far as it is there.
    if (payment.status === 'failed') await retakePurchase(tx, whole, now)
    await grantLines(tx, { organization_id, payment_id, provider, kind, lines }, now)
    await tell(io, tx, payment, lines, 'payment_received')
  } else if (payment.status === 'paid') {
    await revokeLines(tx, whole, now)
    await tell(io, tx, payment, lines, 'payment_refunded')
  } else if (payment.status === 'pending') {
    await releasePurchase(tx, whole)
    for (const { license_id, renews_end } of lines) {
      if (renews_end === null) continue
      await noteFailedCharge(io, tx, { organization_id, license_id, renews_end })
    }
  }
}

async function keepCard(io: Io, tx: Tx, payment: store.StoredPayment, card: CardToken) {
  await store.saveMethod(tx, {
    organization_id: payment.organization_id,
    provider: payment.provider,
    token_sealed: io.secrets.encrypt('payments.token', card.token),
    // Never more of a number than its end.
    card_mask: card.card_mask.slice(-4),
    created_at: io.clock.now(),
  })
}

async function tell(
  io: Io,
  tx: Tx,
  payment: store.StoredPayment,
  lines: store.PaymentLine[],
  kind: LetterKind,
): Promise<void> {
  const { organization_id, amount, currency } = payment
  const letter = {
    kind,
    organization_id,
    license_id: lines[0]?.license_id ?? null,
    at: io.clock.now().toISOString(),
    amount: `${(amount / 100).toFixed(2)} ${currency}`,
  }
  await io.jobs.send(LICENSE_LETTER, letter, { tx })
}
