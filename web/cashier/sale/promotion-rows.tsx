/** What promotions did on the receipt: money off, bonuses on top, stamps and gifts of cards. */
import { Fragment } from 'react'
import { number } from '../../text/format.ts'
import { bonusesPlus } from '../shell/bonuses.ts'
import { useSale } from './sale-context.ts'
import classes from './receipt.module.css'
import type { Figures } from './state.ts'

type Promotion = Figures['promotions'][number]

/** Rows of a `dl`: what was taken off. */
export function PromotionDiscounts({ receipt }: { receipt: Figures }) {
  const { t, money } = useSale()
  return receipt.promotions
    .filter(({ discount }) => discount > 0)
    .map((promotion) => (
      <Row key={promotion.id} name={giftName(promotion, t)} value={money(-promotion.discount)} />
    ))
}

/** Rows of a `dl`, after the bonuses they are a part of: what is given on top, and the stamps. */
export function PromotionGains({ receipt }: { receipt: Figures }) {
  const { t } = useSale()
  return receipt.promotions.map(({ id, name, bonuses, card }) => (
    <Fragment key={id}>
      {bonuses > 0 ? (
        <Row name={t('sum.of_them', { name })} value={bonusesPlus(bonuses)} bonus />
      ) : null}
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
    </Fragment>
  ))
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
