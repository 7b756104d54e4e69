/** What Enter means: the next step, or the receipt. Figures that are on their way are waited for. */
import { askedSpend, isFresh, previewGross } from './ask.ts'
import { recognise } from './codes.ts'
import { isCutOff, mayKeepInstead, startKeeping } from './keep.ts'
import { startSettling } from './settle.ts'
import { inviterOf, type Notice, type Sale } from './state.ts'
import { parseSum, toMinor, typedSum } from './sum.ts'

type Entered = { may_spend: boolean; offline: boolean; may_register: boolean }

export const problem = (sale: Sale, at: Notice['at'], code: string): Sale => ({
  ...sale,
  stage: at === 'receipt' ? sale.stage : at,
  advance: false,
  notice: { at, code, tone: 'problem' },
})

/** One Enter. A second one while an answer is awaited changes nothing: double Enter is one. */
export function enter(sale: Sale, entered: Entered): Sale {
  if (sale.sending.kind === 'unmade') {
    if (entered.offline && mayKeepInstead(sale)) return startKeeping(sale, entered.may_register)
    return { ...sale, sending: { kind: 'sending', attempt: sale.sending.attempt } }
  }
  if (sale.sending.kind !== 'no' || sale.advance) return sale
  if (sale.stage === 'buyer') return enterBuyer(sale)
  const gross = previewGross(sale)
  if (gross === 'empty' || gross === 0) return problem(sale, 'amount', 'amount_empty')
  if (gross === 'wrong') return problem(sale, 'amount', 'amount_wrong')
  if (!sale.ask) return problem(sale, 'buyer', 'buyer_first')
  if (sale.newcomer && !sale.newcomer.register) return problem(sale, 'buyer', 'register_first')
  if (sale.newcomer && inviterOf(sale.newcomer).wrong) {
    return problem(sale, 'buyer', 'inviter_wrong')
  }
  if (sale.stage === 'bonuses' && parseSum(sale.spend_text) === 'wrong') {
    return problem(sale, 'bonuses', 'spend_wrong')
  }
  if (isCutOff(sale, entered)) return startKeeping(sale, entered.may_register)
  if (!isFresh(sale)) return { ...sale, advance: true, notice: undefined }
  return goOn(sale, entered.may_spend)
}

function enterBuyer(sale: Sale): Sale {
  if (sale.newcomer) {
    if (!sale.newcomer.may_register) return sale
    if (inviterOf(sale.newcomer).wrong) return problem(sale, 'buyer', 'inviter_wrong')
    return {
      ...sale,
      newcomer: { ...sale.newcomer, register: true },
      stage: 'amount',
      notice: undefined,
    }
  }
  if (sale.buyer) return { ...sale, stage: 'amount', notice: undefined }
  const seen = recognise(sale.buyer_text)
  if (seen.kind === 'empty') return problem(sale, 'buyer', 'buyer_first')
  if (seen.kind === 'flyer') return takeFlyer(sale, seen.code)
  if (seen.kind === 'unfinished') return problem(sale, 'buyer', 'not_a_phone')
  if (sale.ask && sale.calculation !== 'failed') return sale
  return {
    ...sale,
    ask: seen.ask,
    notice: undefined,
    revision: sale.revision + 1,
  }
}

/** The field is free again: the flyer's gift needs a buyer. */
export function takeFlyer(sale: Sale, code: string): Sale {
  const buyer_text = sale.ask ? sale.buyer_text : ''
  return { ...sale, flyer: code, buyer_text, notice: undefined, revision: sale.revision + 1 }
}

/** With figures of what is on the screen: to the bonuses when there are some to spend, else done. */
export function goOn(sale: Sale, may_spend: boolean): Sale {
  const totals = sale.figures?.receipt.totals
  if (!totals) return sale
  const next = { ...sale, advance: false, notice: undefined }
  if (sale.stage === 'amount' && may_spend && totals.bonuses_max > 0) {
    return { ...next, stage: 'bonuses' }
  }
  const spent = toMinor(totals.bonuses_spent)
  if (spent !== askedSpend(sale)) {
    // The server lowered it: the cashier must see the new figures before they count.
    return {
      ...next,
      stage: 'bonuses',
      spend_text: spent === 0 ? '' : typedSum(spent),
      notice: {
        at: 'bonuses',
        code: 'spend_lowered',
        tone: 'problem',
        params: { max: totals.bonuses_max },
      },
    }
  }
  return startSettling(next)
}
