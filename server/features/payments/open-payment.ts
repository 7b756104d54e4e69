import { grantLines } from '#server/features/licensing/grant-lines.ts'
import type { PlannedLine } from '#server/features/licensing/plan-purchase.ts'
import { reservePurchase } from '#server/features/licensing/reserve-purchase.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { INVOICE_LIVES_MS, PAGE_LIVES_MS } from './rules.ts'
import { insertPayment, type NewPayment, type PaymentLine } from './store.ts'

export type Opening = {
  organization_id: string
  provider: string
  kind: 'once' | 'subscribe' | 'renewal'
  lines: readonly (Omit<PlannedLine, 'license_id' | 'tariff'> & {
    license_id: string
    tariff: { id: string; period: 'month' | 'year'; name: string; currency: string }
    renews_end?: Date
  })[]
  redirect_path: string
  promo_code?: string | undefined
  once?: { key: string; request_hash: string } | null
}

/**
 * Writes down what is to be paid, with what it counts on taken (credit, a promo code's use), before
 * anybody is asked for money. Nothing to pay is paid at once.
 * Refuses: `payment_state`, `validation_failed`. Throws the table's refusal of a second payment
 * under one key or for one end (`refusedPayment`).
 */
export async function openPayment(io: Io, ask: Opening): Promise<NewPayment> {
  const now = io.clock.now()
  const amount = ask.lines.reduce((sum, line) => sum + line.amount, 0)
  const free = amount === 0
  const lives = ask.provider === 'invoice' ? INVOICE_LIVES_MS : PAGE_LIVES_MS
  const payment: NewPayment = {
    organization_id: ask.organization_id,
    id: newId(now),
    provider: free ? 'credit' : ask.provider,
    // Nothing is charged, so no card is learnt to renew by.
    kind: free && ask.kind === 'subscribe' ? 'once' : ask.kind,
    status: free ? 'paid' : 'pending',
    amount,
    currency: ask.lines[0]?.tariff.currency ?? 'UAH',
    description: describe(ask),
    redirect_path: ask.redirect_path,
    idempotency_key: ask.once?.key ?? null,
    request_hash: ask.once?.request_hash ?? null,
    promo_code: ask.promo_code ?? null,
    created_at: now,
    paid_at: free ? now : null,
    ends_at: new Date(now.getTime() + lives),
  }
  const lines = ask.lines.map((line, position) => toLine(line, position))
  await inTransaction(io.db, async (tx) => {
    await insertPayment(tx, payment, lines)
    const { organization_id, id: payment_id, promo_code, provider, kind } = payment
    await reservePurchase(tx, { organization_id, payment_id, promo_code, lines }, now)
    if (free) await grantLines(tx, { organization_id, payment_id, provider, kind, lines }, now)
  })
  return payment
}

function toLine(line: Opening['lines'][number], position: number): PaymentLine {
  const { license_id, tariff, price, discount, credit, left_over, amount, changes_from } = line
  return {
    ...{ license_id, position, tariff_id: tariff.id, period: tariff.period },
    ...{ price, discount, credit, left_over, amount, changes_from },
    renews_end: line.renews_end ?? null,
  }
}

/** Shown by the provider and in bank statements, in the language of the country's accounting. */
function describe({ lines }: Opening): string {
  const [first] = lines
  const period = first?.tariff.period === 'year' ? 'рік' : 'місяць'
  const count = lines.length > 1 ? `, ${lines.length} ліц.` : ''
  return `Ліцензія «${first?.tariff.name ?? ''}», ${period}${count}`
}
