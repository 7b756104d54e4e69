/** What the cancellation will do, in both directions; the figures are the server's estimate. */
import { number, money as printMoney } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { bonuses } from '../shell/bonuses.ts'
import type { Estimate } from './queries.ts'
import classes from './receipts.module.css'

type Props = { estimate: Estimate; grey: boolean; currency: string }

export function Effect({ estimate, grey, currency }: Props) {
  const t = useText('cashier')
  const money = (amount: number) => printMoney(amount, currency)
  const { bonuses_return, bonuses_withdraw, bonuses_already_spent, shop_loss } = estimate
  const available = bonuses_withdraw - bonuses_already_spent
  const debt = estimate.debt_after - estimate.debt_before
  return (
    <div className={classes.effect} data-grey={grey || undefined} aria-live="polite">
      <p className={classes.refund}>
        <span>{t('cancel.refund')}</span>
        <strong>{money(estimate.refund_money)}</strong>
      </p>
      {estimate.refund_cash === estimate.refund_money ? null : (
        <p className={classes.cash}>
          {t('cancel.refund_cash', { amount: money(estimate.refund_cash) })}
        </p>
      )}
      <ul>
        <li>
          {bonuses_return > 0
            ? t('cancel.return', { amount: bonuses(bonuses_return) })
            : t('cancel.return_none')}
        </li>
        <li>
          {bonuses_withdraw === 0
            ? t('cancel.withdraw_none')
            : bonuses_already_spent > 0 && debt > 0
              ? t('cancel.debt', {
                  available: number(available),
                  debt: number(bonuses_already_spent),
                })
              : t('cancel.withdraw', { amount: bonuses(bonuses_withdraw) })}
        </li>
        {estimate.gifts_withdraw > 0 ? (
          <li>{t('cancel.gifts', { amount: bonuses(estimate.gifts_withdraw) })}</li>
        ) : null}
        {shop_loss > 0 ? <li>{t('cancel.loss', { amount: bonuses(shop_loss) })}</li> : null}
        <li>
          {t('cancel.balance', {
            before: number(estimate.balance_before),
            after: number(estimate.balance_after),
          })}
        </li>
        {estimate.warnings.map((warning) => (
          <li key={warning.code} className={classes.warning}>
            {warning.text}
          </li>
        ))}
      </ul>
    </div>
  )
}
