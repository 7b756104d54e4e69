/**
 * What each event makes of a sale. Pure: no clock, no random, no calls.
 *
 * Invariants: one attempt is under way at most, and while it is, nothing of the sale changes; a
 * receipt is confirmed only with figures of what is on the screen; a key is renewed only when the
 * fate of its receipt is known, so that no repeat can make a second one.
 * Source: design/screens.md §6.2, §6.3.
 */
import { askedSpend, isFresh, previewGross } from './ask.ts'
import { recognise } from './codes.ts'
import { enter, problem, takeFlyer } from './enter.ts'
import type { SaleEvent } from './events.ts'
import { takeFigures, takeRefusal } from './figures.ts'
import { cutOff, keptTill, notKept, startKeeping } from './keep.ts'
import {
  blankLine,
  inviterOf,
  isAboutInviter,
  type Line,
  newSale,
  type Notice,
  type Sale,
  type Till,
} from './state.ts'
import { isAwaited, settle, startSettling } from './settle.ts'
import { toMinor, typedSum } from './sum.ts'

/** Events that change what is being sold; they wait while a receipt is being made. */
const edits = new Set<SaleEvent['type']>([
  'buyer_typed',
  'buyer_asked',
  'flyer_taken',
  'flyer_dropped',
  'newcomer_named',
  'inviter_typed',
  'newcomer_accepted',
  'amount_typed',
  'lines_toggled',
  'line_added',
  'line_scanned',
  'line_changed',
  'line_removed',
  'spend_typed',
  'spend_chosen',
  'spend_left',
  'went',
  'stepped_back',
  'cleared',
  'clear_undone',
])

export function reduce(till: Till, event: SaleEvent): Till {
  const busy = till.sale.sending.kind !== 'no'
  if (busy && edits.has(event.type)) {
    // A receipt that was surely not made may be changed again; any other has to be waited for.
    const leaves = till.sale.sending.kind === 'unmade' && event.type !== 'spend_left'
    if (!leaves) return till
    till = { ...till, sale: leaveUnmade(till.sale) }
  }
  switch (event.type) {
    case 'cleared':
      return isBlank(till.sale)
        ? till
        : { ...till, cleared: till.sale, sale: newSale(event.key, till.sale.with_lines) }
    case 'clear_undone':
      return till.cleared ? { ...till, sale: asNew(till.cleared), cleared: undefined } : till
    case 'clear_forgotten':
      return { ...till, cleared: undefined }
    case 'success_seen':
      return till.last ? { ...till, last: { ...till.last, shown: false } } : till
    case 'last_forgotten':
      return { ...till, last: undefined }
    case 'kept':
      return event.till
    case 'made':
      if (!isAwaited(till.sale, event.receipt.receipt_id)) return till
      return {
        sale: newSale(event.key, till.sale.with_lines),
        last: { receipt: event.receipt, at: event.at, shown: true },
        cleared: undefined,
      }
    case 'sale_kept':
      return keptTill(till, event.key)
    case 'kept_seen':
      return { ...till, kept: undefined }
    case 'entered':
      return { ...till, sale: enter(till.sale, event) }
    default: {
      const sale = edit(till.sale, event)
      // The caret leaving a field, because the next sale begins, is no edit of a person.
      const edited = edits.has(event.type) && event.type !== 'spend_left'
      const shown = edited ? false : (till.last?.shown ?? false)
      const kept = edited ? undefined : till.kept
      return { ...till, sale, kept, last: till.last && { ...till.last, shown } }
    }
  }
}

/** The key stays the same: should the lost call be carried out after all, the next one is told so. */
function leaveUnmade(sale: Sale): Sale {
  if (sale.sending.kind !== 'unmade') return sale
  const unsettled = [...sale.unsettled, sale.sending.attempt.receipt_id]
  return { ...sale, sending: { kind: 'no' }, unsettled }
}

const isBlankLine = (line: Line) => !line.price && !line.name && !line.barcode

const isBlank = (sale: Sale) =>
  sale.flyer === undefined &&
  sale.buyer_text === '' &&
  sale.amount_text === '' &&
  sale.lines.every(isBlankLine) &&
  !sale.ask

/** What was cleared comes back to be calculated again: its figures may be old by now. */
const asNew = (sale: Sale): Sale => changed({ ...sale, sending: { kind: 'no' } }, {})

/** A change that can change a figure: what is shown turns grey until the server has spoken. */
function changed(sale: Sale, change: Partial<Sale>): Sale {
  return {
    ...sale,
    notice: undefined,
    advance: false,
    wants_max: false,
    ...change,
    revision: sale.revision + 1,
  }
}

function edit(sale: Sale, event: SaleEvent): Sale {
  switch (event.type) {
    case 'buyer_typed':
      return {
        ...sale,
        ...forgetBuyer(sale),
        buyer_text: event.text,
        stage: 'buyer',
        notice: undefined,
      }
    case 'buyer_asked': {
      const text = event.text ?? sale.buyer_text
      // The caret goes on at once: digits typed during the look-up are the sum, not the phone.
      return changed(
        { ...sale, ...forgetBuyer(sale) },
        { ask: event.ask, buyer_text: text, stage: 'amount' },
      )
    }
    case 'flyer_taken':
    case 'flyer_dropped':
      return editFlyer(sale, event)
    case 'newcomer_named':
      return sale.newcomer ? { ...sale, newcomer: { ...sale.newcomer, name: event.name } } : sale
    case 'inviter_typed':
      return nameInviter(sale, event.text)
    case 'newcomer_accepted':
      return acceptNewcomer(sale)
    case 'amount_typed':
      return changed(sale, { amount_text: event.text, stage: 'amount' })
    case 'spend_typed':
      return changed(sale, { spend_text: event.text, stage: 'bonuses' })
    case 'spend_chosen':
      return chooseSpend(sale, event.share, event.step)
    case 'spend_left':
      return clampSpend(sale)
    case 'went':
      return goTo(sale, event.stage)
    case 'stepped_back':
      return stepBack(sale)
    case 'approved':
      return approve(sale, event)
    case 'keeping_chosen':
      return startKeeping(sale, event.may_register)
    case 'not_kept':
      return notKept(sale, event)
    case 'noticed':
      return { ...sale, notice: event.notice }
    case 'calculation_began':
      // Without a line it is tried again and again: what is shown stays until an answer comes.
      return { ...sale, calculation: sale.calculation === 'failed' ? 'failed' : 'waiting' }
    case 'calculation_slow':
    case 'calculation_failed':
      return waitLonger(sale, event)
    case 'calculated':
      return takeFigures(sale, event)
    case 'calculation_refused':
      return takeRefusal(sale, event)
    default:
      return isOfLines(event) ? editLines(sale, event) : settle(sale, event)
  }
}

const goTo = (sale: Sale, stage: Sale['stage']): Sale =>
  stage === 'buyer' ? { ...sale, stage, notice: undefined } : { ...sale, stage }

type FlyerEvent = Extract<SaleEvent, { type: `flyer${string}` }>

const editFlyer = (sale: Sale, event: FlyerEvent): Sale =>
  event.type === 'flyer_taken'
    ? takeFlyer(changed(sale, {}), event.code)
    : changed(sale, { flyer: undefined })

/** The word of a senior is for what is on the screen; the receipt is sent again at once. */
function approve(
  sale: Sale,
  { receipt_id, approval }: Extract<SaleEvent, { type: 'approved' }>,
): Sale {
  if (!isFresh(sale) || sale.figures?.receipt.receipt_id !== receipt_id) return sale
  return startSettling({ ...sale, approval: { receipt_id, approval } })
}

type Waiting = Extract<SaleEvent, { type: 'calculation_slow' | 'calculation_failed' }>

function waitLonger(sale: Sale, { type, revision }: Waiting): Sale {
  if (revision !== sale.revision) return sale
  if (type === 'calculation_failed') return cutOff(sale)
  return sale.calculation === 'waiting' ? { ...sale, calculation: 'slow' } : sale
}

const forgetBuyer = (sale: Sale): Partial<Sale> => ({
  ask: undefined,
  buyer: undefined,
  newcomer: undefined,
  figures: undefined,
  spend_text: '',
  calculation: 'idle',
  revision: sale.revision + 1,
})

function nameInviter(sale: Sale, text: string): Sale {
  if (!sale.newcomer) return sale
  const notice = sale.notice && isAboutInviter(sale.notice) ? undefined : sale.notice
  return { ...sale, newcomer: { ...sale.newcomer, inviter: text }, notice }
}

function acceptNewcomer(sale: Sale): Sale {
  if (!sale.newcomer?.may_register) return sale
  if (inviterOf(sale.newcomer).wrong) return problem(sale, 'buyer', 'inviter_wrong')
  const next: Sale = { ...sale, newcomer: { ...sale.newcomer, register: true }, notice: undefined }
  // With the sum typed and calculated, the button's own words say it all: register and accrue.
  if (isFresh(next) && typeof previewGross(next) === 'number') return startSettling(next)
  return { ...next, stage: 'amount' }
}

function chooseSpend(sale: Sale, share: 'max' | 'half' | 'none', step: number): Sale {
  if (!sale.buyer) return sale
  if (share !== 'none' && typeof previewGross(sale) !== 'number') {
    return { ...sale, stage: 'amount', notice: amountFirst }
  }
  if (share === 'max' && !isFresh(sale)) {
    // The limit is not known yet: ask for the whole balance, the server lowers it to the limit.
    const balance = typedSum(toMinor(sale.buyer.balance))
    return changed(sale, { spend_text: balance, stage: 'bonuses', wants_max: true })
  }
  const max = toMinor(sale.figures?.receipt.totals.bonuses_max ?? 0)
  const half = Math.floor(max / 2)
  const wanted = share === 'max' ? max : share === 'half' ? half - (half % Math.max(step, 1)) : 0
  return changed(sale, { spend_text: wanted === 0 ? '' : typedSum(wanted), stage: 'bonuses' })
}

const amountFirst: Notice = { at: 'amount', code: 'amount_empty', tone: 'problem' }

/** Leaving the field writes back what can really be taken off, and says why. */
function clampSpend(sale: Sale): Sale {
  if (!isFresh(sale) || !sale.figures) return sale
  const spent = toMinor(sale.figures.receipt.totals.bonuses_spent)
  if (spent >= askedSpend(sale)) return sale
  return { ...sale, spend_text: spent === 0 ? '' : typedSum(spent), notice: lowered(sale) }
}

const lowered = (sale: Sale): Notice => ({
  at: 'bonuses',
  code: 'spend_lowered',
  tone: 'problem',
  params: { max: sale.figures?.receipt.totals.bonuses_max ?? 0 },
})

function stepBack(sale: Sale): Sale {
  if (sale.stage === 'bonuses') return changed(sale, { stage: 'amount', spend_text: '' })
  if (sale.stage === 'amount' || sale.ask) {
    return { ...sale, ...forgetBuyer(sale), stage: 'buyer', notice: undefined }
  }
  return { ...sale, buyer_text: '', notice: undefined }
}

type LineEvent = Extract<SaleEvent, { type: `line${string}` }>
const isOfLines = (event: SaleEvent): event is LineEvent => event.type.startsWith('line')

function editLines(sale: Sale, event: LineEvent): Sale {
  switch (event.type) {
    case 'lines_toggled': {
      const lines = sale.lines.length === 0 ? [blankLine(event.key)] : sale.lines
      return changed(sale, { with_lines: !sale.with_lines, lines, stage: 'amount' })
    }
    case 'line_added':
      return addLine(sale, event.line)
    case 'line_scanned':
      return addScanned(sale, event.line)
    case 'line_changed': {
      const lines = sale.lines.map((line) =>
        line.key === event.key ? { ...line, ...event.change } : line,
      )
      return changed(sale, { lines, stage: 'amount' })
    }
    case 'line_removed': {
      const lines = sale.lines.filter((line) => line.key !== event.key)
      return changed(sale, { lines: lines.length > 0 ? lines : [blankLine(`${event.key} next`)] })
    }
  }
}

/** The code was asked for as a buyer's and is a product's: the buyer is still to be told. */
function addScanned(sale: Sale, line: Line): Sale {
  const params = { barcode: line.barcode }
  return {
    ...addLine({ ...sale, ...forgetBuyer(sale), buyer_text: '', stage: 'buyer' }, line),
    notice: { at: 'amount', code: 'product_added', tone: 'note', params },
  }
}

/** A product scanned again is one more of it. */
function addLine(sale: Sale, line: Line): Sale {
  const same = line.barcode && sale.lines.find((known) => known.barcode === line.barcode)
  const more = (text: string) => typedSum((Number(text.replace(',', '.')) || 0) * 100 + 100)
  const lines = same
    ? sale.lines.map((known) =>
        known.key === same.key ? { ...known, quantity: more(known.quantity) } : known,
      )
    : [...sale.lines.filter((known) => !isBlankLine(known)), line]
  return changed(sale, { lines, with_lines: true, stage: sale.ask ? 'amount' : sale.stage })
}

/** The look-up that typing has just completed, if any; see `recognise`. */
export function sureAsk(text: string) {
  const seen = recognise(text)
  return seen.kind === 'buyer' && seen.sure ? seen.ask : undefined
}
