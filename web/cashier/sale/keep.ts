/**
 * From «Зберегти офлайн» to a sale that waits on this device: only what earns, for a phone or the
 * permanent card. Source: design/screens.md §6.4; decision 0054.
 */
import { type Kept, mayWait } from '../queue/parcel.ts'
import { askedSpend, isFresh, previewGross, soldBody } from './ask.ts'
import type { SaleEvent } from './events.ts'
import { inviterOf, newSale, type Notice, type Sale, type Sending, type Till } from './state.ts'

/** Without a line: the calculation found none, or the till knows. */
export const isCutOff = (sale: Sale, { offline }: { offline: boolean }): boolean =>
  offline || sale.calculation === 'failed'

/** Whether the sale, as it is on its way, may be kept instead of being waited for. */
export const mayKeepInstead = ({ sending }: Sale): boolean =>
  (sending.kind === 'unknown' || sending.kind === 'unmade' || sending.kind === 'checking') &&
  sending.attempt.discount_amount === 0 &&
  mayWait(sending.attempt.ask)

const told = (sale: Sale, at: Notice['at'], code: string): Sale => ({
  ...sale,
  advance: false,
  stage: at === 'receipt' ? sale.stage : at,
  notice: { at, code, tone: 'problem' },
})

/** Freezes what will be kept. Whoever asks has seen that there is a buyer and a sum. */
export function startKeeping(sale: Sale, may_register: boolean): Sale {
  if (!sale.ask || typeof previewGross(sale) !== 'number') return sale
  if (mayKeepInstead(sale)) return keeping(sale, keptAttempt(sale))
  if (sale.sending.kind !== 'no') return sale
  if (!mayWait(sale.ask)) return told(sale, 'buyer', 'code_offline')
  if (sale.flyer !== undefined) {
    return told(
      { ...sale, flyer: undefined, revision: sale.revision + 1 },
      'receipt',
      'flyer_offline',
    )
  }
  if (askedSpend(sale) > 0) {
    const cleared = { ...sale, spend_text: '', wants_max: false, revision: sale.revision + 1 }
    return told(cleared, 'bonuses', 'spend_offline')
  }
  return keeping(sale, keptSale(sale, may_register))
}

const keeping = (sale: Sale, kept: Kept): Sale => ({
  ...sale,
  sending: { kind: 'keeping', kept },
  advance: false,
  notice: undefined,
})

const grossOf = (sale: Sale): number => {
  const gross = previewGross(sale)
  return typeof gross === 'number' ? gross : 0
}

function keptSale(sale: Sale, may_register: boolean): Kept {
  const { ask, figures, newcomer, buyer, key, unsettled } = sale
  if (!ask) throw new Error('keptSale: a sale has a buyer')
  const { flyer: _flyer, ...named } = ask
  const receipt_id = isFresh(sale) ? figures?.receipt.receipt_id : undefined
  const name = newcomer?.name.trim()
  const inviter_phone = newcomer && inviterOf(newcomer).phone
  // Nobody can tell now whether the phone is known; if it is not, the buyer joins with this sale.
  const joins = 'phone' in named && !buyer && (newcomer?.register ?? may_register)
  return {
    key,
    ...(receipt_id != null && { receipt_id }),
    ask: named,
    sold: soldBody(sale),
    gross: grossOf(sale),
    ...(joins && {
      register: { ...(name && { name }), ...(inviter_phone !== undefined && { inviter_phone }) },
    }),
    earlier: unsettled,
  }
}

/** A receipt that was sent and whose fate nobody knows: the queue asks for it by the same id. */
function keptAttempt(sale: Sale): Kept {
  if (!('attempt' in sale.sending)) throw new Error('keptAttempt: it was sent')
  const { receipt_id, key, ask, register } = sale.sending.attempt
  return {
    ...{ key, receipt_id, ask, sold: soldBody(sale), gross: grossOf(sale) },
    ...(register && { register }),
    earlier: sale.unsettled,
  }
}

type NotKept = Extract<SaleEvent, { type: 'not_kept' }>

/** What could not be kept is there as before; a receipt that was sent is looked for again. */
export function notKept(sale: Sale, { code, before }: NotKept): Sale {
  if (sale.sending.kind !== 'keeping') return sale
  const sending: Sending = before.kind === 'keeping' ? { kind: 'no' } : before
  return { ...sale, sending, notice: { at: 'receipt', code, tone: 'problem' } }
}

/** It is on the disk: the next one begins. */
export function keptTill(till: Till, key: string): Till {
  const { sending, with_lines } = till.sale
  if (sending.kind !== 'keeping') return till
  const { gross } = sending.kept
  return {
    sale: newSale(key, with_lines),
    last: till.last && { ...till.last, shown: false },
    kept: { key: sending.kept.key, gross },
    cleared: undefined,
  }
}

/** Nobody can say who it is now: the caret goes on to the sum, unless a code needs the server. */
export function cutOff(sale: Sale): Sale {
  const failed: Sale = { ...sale, calculation: 'failed', advance: false }
  if (!sale.ask || sale.buyer) return failed
  if (mayWait(sale.ask)) return sale.stage === 'buyer' ? { ...failed, stage: 'amount' } : failed
  return {
    ...failed,
    stage: 'buyer',
    notice: { at: 'buyer', code: 'code_offline', tone: 'problem' },
  }
}
