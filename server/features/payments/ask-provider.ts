import type { Io } from '#server/io/io.ts'
import { openPayments } from '#server/io/payments/open-payments.ts'
import {
  providerNames,
  type CardToken,
  type PaymentProvider,
} from '#server/io/payments/provider.ts'
import { CHARGE_LOST_MS, verdictOn } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { findPayment, updatePayment, type StoredPayment } from './store.ts'

/** The acquirer of this name, where the configuration has its keys. */
export function providerOf(io: Io, name: string): PaymentProvider | undefined {
  const known = providerNames.find((candidate) => candidate === name)
  return known && openPayments(io.config)[known]
}

/**
 * Asks a payment's acquirer what became of it and settles by the answer. An answer that does not
 * fit the order settles nothing. `card` is what a callback told besides.
 * Throws when the acquirer is silent.
 */
export async function askProvider(
  io: Io,
  payment: StoredPayment,
  card?: CardToken,
): Promise<StoredPayment['status']> {
  const provider = providerOf(io, payment.provider)
  if (!provider) return payment.status
  const { id: order_id, provider_id, created_at } = payment
  const told = await provider.status({ order_id, provider_id, created_at })
  const now = io.clock.now()
  if (told === undefined) return settleUnknown(io, payment, now)
  // Of an order nobody paid yet some acquirers tell no amount.
  const verdict =
    told.state === 'paid' || told.state === 'refunded'
      ? verdictOn(payment, told, io.config.production)
      : 'fits'
  if (verdict !== 'fits') {
    io.log.warn(
      { payment_id: order_id, verdict },
      'an acquirer tells of another sum than was asked',
    )
    await updatePayment(io.db, payment, { checked_at: now, failure: verdict })
    return payment.status
  }
  if (told.state === 'pending' && payment.ends_at <= now) {
    return settlePayment(io, order_id, { state: 'failed', word: 'nobody paid in time' })
  }
  return settlePayment(io, order_id, { ...told, card: told.card ?? card })
}

/** Nobody opened the page yet, or the charge never reached the acquirer. */
async function settleUnknown(io: Io, payment: StoredPayment, now: Date) {
  const lost =
    payment.kind === 'renewal'
      ? now.getTime() - payment.created_at.getTime() > CHARGE_LOST_MS
      : payment.ends_at <= now
  return settlePayment(io, payment.id, {
    state: lost ? 'failed' : 'pending',
    word: 'unknown to the acquirer',
  })
}

/** The same by id, for who holds nothing else. */
export async function askAbout(io: Io, payment_id: string): Promise<void> {
  const payment = await findPayment(io.db, payment_id)
  if (payment) await askProvider(io, payment)
}
