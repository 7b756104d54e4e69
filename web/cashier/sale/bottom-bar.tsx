/** On a phone: what is to pay and the one button, always under the thumb. */
import { useSale } from './sale-context.ts'
import { Action, shownTotals } from './receipt-card.tsx'
import { KeptCard } from './kept-card.tsx'
import { SuccessCard } from './success-card.tsx'
import classes from './receipt.module.css'

export function BottomBar() {
  const { t, sale, money, till } = useSale()
  const shown = shownTotals(sale)
  if (till.last?.shown) {
    return (
      <div className={classes.bottom} data-done>
        <SuccessCard key={till.last.receipt.receipt_id} receipt={till.last.receipt} />
      </div>
    )
  }
  if (till.kept) {
    return (
      <div className={classes.bottom} data-done>
        <KeptCard key={till.kept.key} gross={till.kept.gross} />
      </div>
    )
  }
  return (
    <div className={classes.bottom}>
      <span className={classes.bottomSum} data-grey={!shown.fresh || undefined}>
        <span>{t('sum.to_pay')}</span>
        <strong>{money(shown.to_pay)}</strong>
      </span>
      <Action />
    </div>
  )
}
