/**
 * From «Підтвердити» to a receipt that is surely made or surely not.
 * An answer that did not come is never guessed: the server is asked by the receipt's own id.
 */
import { askedSpend, askOf } from './ask.ts'
import type { SaleEvent } from './events.ts'
import type { Attempt, Notice, Sale } from './state.ts'

/** Freezes what will be sent. The figures must be fresh; the caller has made sure. */
export function startSettling(sale: Sale): Sale {
  const receipt = sale.figures?.receipt
  const ask = askOf(sale)
  if (!receipt?.receipt_id || !ask || sale.sending.kind !== 'no') return sale
  const name = sale.newcomer?.name.trim()
  const attempt: Attempt = {
    receipt_id: receipt.receipt_id,
    key: sale.key,
    ask,
    discount_amount: askedSpend(sale) / 100,
    to_pay: receipt.totals.to_pay,
    ...(sale.newcomer?.register && { register: name ? { name } : {} }),
    ...(sale.approval?.receipt_id === receipt.receipt_id && { approval: sale.approval.approval }),
    ...(sale.confirmation_code && { confirmation_code: sale.confirmation_code }),
  }
  return { ...sale, sending: { kind: 'sending', attempt }, advance: false, notice: undefined }
}

const aboutFlyer = new Set(['code_expired', 'code_used', 'validation_failed'])

/** A flyer that is refused leaves the sale as it was without it. Undefined: it was not the flyer. */
export function withoutFlyer(sale: Sale, code: string): Sale | undefined {
  const by_phone = sale.ask && 'phone' in sale.ask
  if (sale.flyer === undefined || !by_phone || !aboutFlyer.has(code)) return undefined
  return {
    ...sale,
    flyer: undefined,
    advance: false,
    calculation: 'idle',
    revision: sale.revision + 1,
    notice: { at: 'receipt', code: `flyer_${code}`, tone: 'problem', params: { code: sale.flyer } },
  }
}

/** Refusals after which new figures must be shown, and Enter pressed again. */
const outdated = new Set([
  'version_conflict',
  'receipt_expired',
  'receipt_not_found',
  'insufficient_bonuses',
  'spend_limit_exceeded',
  'min_price_violated',
  'amounts_disagree',
])

export function settle(sale: Sale, event: SaleEvent): Sale {
  if (sale.sending.kind === 'no') return sale
  const { attempt } = sale.sending
  switch (event.type) {
    case 'answer_lost':
      return { ...sale, sending: { kind: 'checking', attempt } }
    case 'check_failed':
      return { ...sale, sending: { kind: 'unknown', attempt } }
    case 'not_made':
      return { ...sale, sending: { kind: 'unmade', attempt } }
    case 'retried':
      return retry(sale, attempt)
    case 'awaiting':
      return sale.sending.kind === 'awaiting'
        ? sale
        : { ...sale, sending: { kind: 'awaiting', attempt, since: event.at } }
    case 'declined':
      return backToBonuses({ ...sale, key: event.key }, event.code)
    case 'create_refused':
      return refused(sale, event)
    default:
      return sale
  }
}

function retry(sale: Sale, attempt: Attempt): Sale {
  if (sale.sending.kind === 'unmade') return { ...sale, sending: { kind: 'sending', attempt } }
  if (sale.sending.kind === 'unknown') return { ...sale, sending: { kind: 'checking', attempt } }
  return sale
}

function backToBonuses(sale: Sale, code: string): Sale {
  return {
    ...sale,
    sending: { kind: 'no' },
    stage: 'bonuses',
    spend_text: '',
    confirmation_code: '',
    code_wanted: false,
    revision: sale.revision + 1,
    notice: { at: 'bonuses', code, tone: 'problem' },
  }
}

type Refused = Extract<SaleEvent, { type: 'create_refused' }>

function refused(sale: Sale, { code, key, params }: Refused): Sale {
  const open: Sale = { ...sale, key, sending: { kind: 'no' }, advance: false }
  const notice = (at: Notice['at'], said = code): Notice => ({
    at,
    code: said,
    tone: 'problem',
    ...(params && { params }),
  })
  if (outdated.has(code)) {
    return {
      ...open,
      revision: sale.revision + 1,
      notice: notice('receipt', code === 'receipt_expired' ? code : 'balance_changed'),
    }
  }
  if (code === 'confirmation_required') {
    return { ...open, stage: 'bonuses', code_wanted: true, notice: notice('bonuses') }
  }
  if (code === 'spend_not_permitted') return backToBonuses(open, code)
  const flyerless = withoutFlyer(open, code)
  if (flyerless) return flyerless
  if (/^(?:buyer|code)_/.test(code)) return { ...open, stage: 'buyer', notice: notice('buyer') }
  return { ...open, notice: notice('receipt') }
}
