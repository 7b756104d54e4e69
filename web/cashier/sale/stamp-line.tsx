/** A stamp card of the buyer in one line: how far it is, and whether a gift waits. */
import { number } from '../../text/format.ts'
import { useSale } from './sale-context.ts'
import classes from './sale.module.css'
import type { Buyer } from './state.ts'

type Card = Buyer['stamps'][number]

export function StampLine({ card }: { card: Card }) {
  const { t } = useSale()
  const { name, gifts, gift } = card
  const params = { name, count: number(card.count), goal: number(card.goal) }
  const last = card.unit !== 'sum' && card.count === card.goal - 1
  return (
    <>
      {gifts > 0 ? (
        <p className={classes.gift}>
          {t(gift === 'product' ? 'buyer.gift_product' : 'buyer.gift_percent', {
            name,
            count: gifts,
          })}
        </p>
      ) : null}
      {card.count === 0 ? null : (
        <p className={classes.quiet}>{t(last ? 'buyer.stamps_last' : 'buyer.stamps', params)}</p>
      )}
    </>
  )
}
