/** The server's answer to a calculation becomes the sale's figures, or a notice why there are none. */
import { goOn } from './enter.ts'
import type { SaleEvent } from './events.ts'
import { withoutFlyer } from './settle.ts'
import type { Figures, Notice, Sale } from './state.ts'
import { toMinor, typedSum } from './sum.ts'

type Calculated = Extract<SaleEvent, { type: 'calculated' }>
type Refused = Extract<SaleEvent, { type: 'calculation_refused' }>

/** Answers to older questions are dropped: only the newest figures may be shown. */
export function takeFigures(sale: Sale, { revision, figures, may_spend }: Calculated): Sale {
  if (revision !== sale.revision) return sale
  const found = figures.buyer ?? undefined
  const next: Sale = {
    ...sale,
    figures: { revision, receipt: figures },
    calculation: 'idle',
    buyer: found,
    newcomer: found ? undefined : newcomerOf(sale, figures),
    stage: sale.stage === 'buyer' && found ? 'amount' : sale.stage,
    notice: waitingNotice(sale.notice, found?.balance),
  }
  if (!found && !next.newcomer) {
    return notFound(next, 'promocode' in (sale.ask ?? {}) ? 'code_not_found' : 'buyer_not_found')
  }
  if (next.newcomer && !next.newcomer.register) {
    // Nobody is registered by an Enter that was meant for the sum.
    return { ...next, stage: 'buyer', advance: false }
  }
  // After «Перерахували чек» the field says what the figures say: one more Enter is enough.
  const lowers = next.wants_max || next.notice?.code === 'balance_changed'
  const ready = lowers ? takeMax(next) : next
  return ready.advance ? goOn({ ...ready, advance: false }, may_spend) : ready
}

/** «Максимум» becomes the number the server has just told, without a complaint. */
function takeMax(sale: Sale): Sale {
  const spent = toMinor(sale.figures?.receipt.totals.bonuses_spent ?? 0)
  return { ...sale, wants_max: false, spend_text: spent === 0 ? '' : typedSum(spent) }
}

function newcomerOf(
  sale: Sale,
  { can_register: may_register, can_name_inviter: may_be_invited }: Figures,
): Sale['newcomer'] {
  if (!sale.ask || !('phone' in sale.ask) || !may_register) return undefined
  const { phone } = sale.ask
  return sale.newcomer?.phone === phone
    ? sale.newcomer
    : { phone, may_register, register: false, name: '', may_be_invited, inviter: '' }
}

/** «Баланс змінився» waits for the new balance, which these figures carry. */
function waitingNotice(notice: Notice | undefined, balance = 0): Notice | undefined {
  if (notice?.code === 'code_offline') return undefined
  if (notice?.code !== 'balance_changed') return notice
  return { ...notice, params: { balance } }
}

function notFound(sale: Sale, code: string, params?: Notice['params']): Sale {
  return {
    ...sale,
    ask: undefined,
    buyer: undefined,
    newcomer: undefined,
    figures: undefined,
    stage: 'buyer',
    advance: false,
    calculation: 'idle',
    notice: { at: 'buyer', code, tone: 'problem', ...(params && { params }) },
  }
}

const aboutBuyer = new Set(['buyer_not_found', 'buyer_blocked', 'code_expired', 'code_used'])

export function takeRefusal(sale: Sale, { revision, code, params }: Refused): Sale {
  if (revision !== sale.revision) return sale
  const flyerless = withoutFlyer(sale, code)
  if (flyerless) return flyerless
  if (aboutBuyer.has(code)) {
    const by_code = sale.ask && 'promocode' in sale.ask
    return notFound(sale, by_code && code === 'buyer_not_found' ? 'code_not_found' : code, params)
  }
  if (code === 'spend_not_permitted') {
    return {
      ...sale,
      spend_text: '',
      revision: sale.revision + 1,
      advance: false,
      calculation: 'idle',
      notice: { at: 'bonuses', code, tone: 'problem' },
    }
  }
  return {
    ...sale,
    advance: false,
    calculation: 'idle',
    notice: { at: 'receipt', code, tone: 'problem', ...(params && { params }) },
  }
}
