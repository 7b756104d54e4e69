import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { askProvider, providerOf } from './ask-provider.ts'
import { settlePayment } from './settle-payment.ts'
import { findPayment } from './store.ts'

/**
 * Gives a payment's money back through its acquirer and takes its time back once the acquirer
 * confirms. A bank transfer is given back by hand; this only writes it down.
 * Refuses: `not_found`, `payment_state` unless it is paid, `provider_refused`.
 */
export async function refundPayment(io: Io, payment_id: string): Promise<void> {
  const payment = await findPayment(io.db, payment_id)
  if (!payment) throw new Refusal('not_found')
  if (payment.status !== 'paid') throw new Refusal('payment_state')
  const provider = providerOf(io, payment.provider)
  if (!provider) {
    if (payment.provider !== 'invoice' && payment.provider !== 'credit') {
      throw new Refusal('provider_not_configured')
    }
    await settlePayment(io, payment_id, { state: 'refunded' })
    return
  }
  const { provider_id, created_at, amount, currency } = payment
  try {
    await provider.refund({ order_id: payment_id, provider_id, created_at, amount, currency })
    await askProvider(io, payment)
  } catch (error) {
    io.log.warn({ payment_id, err: error }, 'a refund was not confirmed')
    throw new Refusal('provider_refused')
  }
}

/**
 * The bank transfer of an invoice has come.
 * Refuses: `not_found`, `payment_state` for one that is no open invoice.
 */
export async function confirmTransfer(io: Io, payment_id: string): Promise<void> {
  const payment = await findPayment(io.db, payment_id)
  if (!payment) throw new Refusal('not_found')
  const waits = payment.status === 'pending' || payment.status === 'failed'
  if (payment.provider !== 'invoice' || !waits) throw new Refusal('payment_state')
  await settlePayment(io, payment_id, { state: 'paid' })
}
