/**
 * From «Підтвердити» to a receipt that is surely made or surely not.
 * An answer that did not come is never guessed: the server is asked by the receipt's own id.
 */
import { askedSpend, askOf } from './ask.ts'
import type { SaleEvent } from './events.ts'
import {
  type Attempt,
  inviterOf,
  type Newcomer,
  type Notice,
  type Sale,
  type Sending,
} from './state.ts'

/** Freezes what will be sent. The figures must be fresh; the caller has made sure. */
export function startSettling(sale: Sale): Sale {
  const receipt = sale.figures?.receipt
  const ask = askOf(sale)
  if (!receipt?.receipt_id || !ask || sale.sending.kind !== 'no') return sale
  const attempt: Attempt = {
    receipt_id: receipt.receipt_id,
    key: sale.key,
    ask,
    discount_amount: askedSpend(sale) / 100,
    to_pay: receipt.totals.to_pay,
    ...(sale.newcomer?.register && { register: registrationOf(sale.newcomer) }),
    ...(sale.approval?.receipt_id === receipt.receipt_id && { approval: sale.approval.approval }),
  }
  return { ...sale, sending: { kind: 'sending', attempt }, advance: false, notice: undefined }
}

function registrationOf(newcomer: Newcomer): NonNullable<Attempt['register']> {
  const name = newcomer.name.trim()
  const { phone: inviter_phone } = inviterOf(newcomer)
  return { ...(name && { name }), ...(inviter_phone !== undefined && { inviter_phone }) }
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
  if (sale.sending.kind === 'no' || sale.sending.kind === 'keeping') return sale
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
    case 'code_typed':
    case 'code_wrong':
      return { ...sale, sending: awaited(sale.sending, event) }
    case 'declined':
      return backToBonuses({ ...sale, key: event.key }, event.code)
    case 'create_refused':
      return refused(sale, event)
    default:
      return sale
  }
}

type Awaited = Extract<SaleEvent, { type: 'awaiting' | 'code_typed' | 'code_wrong' }>

/** The buyer's word is waited for: by their tap, or by the digits they read out. */
function awaited(sending: Extract<Sending, { attempt: Attempt }>, event: Awaited): Sending {
  if (event.type === 'awaiting') {
    const { ends_at, tries_left } = event
    if (sending.kind === 'awaiting') return { ...sending, ends_at, tries_left }
    const { attempt } = sending
    return { kind: 'awaiting', attempt, ends_at, tries_left, code: '', wrong: false }
  }
  if (sending.kind !== 'awaiting') return sending
  return event.type === 'code_typed'
    ? { ...sending, code: event.text, wrong: false }
    : { ...sending, code: '', wrong: true, tries_left: event.tries_left }
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
    revision: sale.revision + 1,
    notice: { at: 'bonuses', code, tone: 'problem' },
  }
}

const toBonuses = new Set([
  'confirmation_required',
  'confirmation_declined',
  'confirmation_withdrawn',
  'spend_not_permitted',
])

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
  if (toBonuses.has(code)) return backToBonuses(open, code)
  // What is to be mended stands in the newcomer's card.
  if (code.startsWith('inviter_')) return { ...open, stage: 'buyer', notice: notice('buyer') }
  const flyerless = withoutFlyer(open, code)
  if (flyerless) return flyerless
  if (/^(?:buyer|code)_/.test(code)) return { ...open, stage: 'buyer', notice: notice('buyer') }
  return { ...open, notice: notice('receipt') }
}

/** What was kept on this device instead is asked for from the queue. */
export const isAwaited = ({ sending, unsettled }: Sale, receipt_id: string): boolean =>
  'attempt' in sending &&
  (sending.attempt.receipt_id === receipt_id || unsettled.includes(receipt_id))
