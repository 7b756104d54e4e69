/** What promotions did on the receipt: money off, bonuses on top, stamps and gifts of cards. */
import { number } from '../../text/format.ts'
import { bonusesPlus } from '../shell/bonuses.ts'
import { useSale } from './sale-context.ts'
import classes from './receipt.module.css'
import type { Figures } from './state.ts'

type Promotion = Figures['promotions'][number]

/** Rows of a `dl`, one for each thing a promotion did. */
export function PromotionRows({ receipt }: { receipt: Figures }) {
  const { t, money } = useSale()
  return receipt.promotions.map((promotion) => {
    const { id, name, discount, bonuses, card } = promotion
    return (
      <div key={id}>
        {discount > 0 ? <Row name={giftName(promotion, t)} value={money(-discount)} /> : null}
        {bonuses > 0 ? <Row name={name} value={bonusesPlus(bonuses)} bonus /> : null}
        {card && card.stamps > 0 ? (
          <Row
            name={t('sum.stamps', { name })}
            value={t(card.gifts > 0 ? 'sum.stamps_gift' : 'sum.stamps_now', {
              stamps: number(card.stamps),
              count: number(card.count),
              goal: number(card.goal),
            })}
            bonus
          />
        ) : null}
      </div>
    )
  })
}

/** A gift is taken off like a discount; the cashier should see that it is one. */
const giftName = ({ name, card }: Promotion, t: ReturnType<typeof useSale>['t']) =>
  card && card.used > 0 ? t('sum.gift', { name }) : name

function Row({ name, value, bonus }: { name: string; value: string; bonus?: boolean }) {
  return (
    <div className={classes.row} data-bonus={bonus || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
