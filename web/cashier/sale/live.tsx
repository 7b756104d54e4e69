/** What a screen reader is told: who was found, politely; how it ended, at once. */
import { number } from '../../text/format.ts'
import { bonuses, bonusesPlus } from '../shell/bonuses.ts'
import { noticeText } from './notice-text.ts'
import { useSale } from './sale-context.ts'

export function Live() {
  return (
    <>
      <div className="v-sr" role="status" aria-live="polite">
        {useFound()}
      </div>
      <div className="v-sr" role="alert" aria-live="assertive">
        {useResult()}
      </div>
    </>
  )
}

function useFound(): string {
  const { t, sale } = useSale()
  if (sale.newcomer) return t('live.new', { phone: sale.newcomer.phone })
  const { buyer } = sale
  if (!buyer) return ''
  const name = buyer.name_masked || buyer.phone_masked
  return t('live.found', { name, balance: bonuses(buyer.balance) })
}

function useResult(): string {
  const { t, sale, till, shop, money } = useSale()
  if (till.last?.shown) {
    const { totals, buyer, balance_after } = till.last.receipt
    const to_pay = money(totals.to_pay)
    if (!buyer) return t('done.said_plain', { to_pay })
    return t('done.said', {
      to_pay,
      accrual: bonusesPlus(totals.accrual + totals.gifts),
      balance: number(balance_after ?? 0),
    })
  }
  if (till.kept) {
    const to_pay = money(till.kept.gross / 100)
    return `${t('offline.done')}. ${t('done.to_pay', { amount: to_pay })}`
  }
  if (sale.sending.kind === 'checking') return t('sum.checking')
  if (sale.sending.kind === 'unknown') return t('sum.unknown')
  if (sale.sending.kind === 'unmade') return t('sum.unmade')
  if (sale.sending.kind === 'awaiting') return t('confirm.title')
  return sale.notice ? noticeText(t, sale.notice, shop) : ''
}
