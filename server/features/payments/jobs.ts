import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { askProvider } from './ask-provider.ts'
import { renewLicenses } from './renew-licenses.ts'
import { ASK_AGAIN_MS } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { listWaiting, updatePayment, type StoredPayment } from './store.ts'

const AT_ONCE = 200

export function jobs(io: Io): Job[] {
  const payload = z.object({})
  return [
    job({ name: 'payments.renew', cron: '*/10 * * * *', payload, handle: () => renewLicenses(io) }),
    job({ name: 'payments.poll', cron: '*/5 * * * *', payload, handle: () => poll(io) }),
  ]
}

/** The backup of callbacks: asks after every payment that waits, a silent acquirer's the later. */
async function poll(io: Io): Promise<void> {
  const before = new Date(io.clock.now().getTime() - ASK_AGAIN_MS)
  for (const payment of await listWaiting(io.db, before, AT_ONCE)) {
    try {
      await askOne(io, payment)
    } catch (error) {
      io.log.warn({ payment_id: payment.id, err: error }, 'a payment could not be asked after')
      await updatePayment(io.db, payment, { checked_at: io.clock.now() })
    }
  }
}

/** An invoice waits for a person; only its time is looked at. */
async function askOne(io: Io, payment: StoredPayment): Promise<void> {
  if (payment.provider !== 'invoice') {
    await askProvider(io, payment)
    return
  }
  const over = payment.ends_at <= io.clock.now()
  await settlePayment(io, payment.id, {
    state: over ? 'failed' : 'pending',
    word: 'not paid in time',
  })
}
