/** The minimum price of a product in words: as it was told, and what comes of it. */
import { Text } from '@mantine/core'
import { isPlain } from '#contract/min-price.ts'
import { money, percent } from '../../text/format.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import classes from './catalog.module.css'
import type { MinPriceRule, Product } from './queries.ts'

/** The rule that holds everywhere and always, if there is one. */
export const plainOf = (product: Pick<Product, 'min_prices'>): MinPriceRule | undefined =>
  product.min_prices.find((rule) => isPlain(withDefaults(rule)))

/** On the wire the parts that bound a rule may be left out. */
export const withDefaults = (rule: MinPriceRule) => ({
  pos_ids: [],
  date_from: null,
  date_to: null,
  ...rule,
})

function ruleWords(rule: MinPriceRule, currency: string, t: Words<'catalog'>): string {
  switch (rule.kind) {
    case 'absolute':
      return money(rule.value, currency)
    case 'percent_of_price':
      return t('floor.percent', { percent: percent(rule.value) })
    case 'cost_plus_percent':
      return t('floor.cost', { percent: percent(rule.value) })
  }
}

type Props = { product: Product; currency: string }

export function FloorText({ product, currency }: Props) {
  const t = useText('catalog')
  const plain = plainOf(product)
  const more = product.min_prices.length - (plain ? 1 : 0)
  const above = product.floor !== null && product.floor > product.price
  if (product.min_prices.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t('floor.none')}
      </Text>
    )
  return (
    <span className={classes.floorText}>
      {product.floor === null ? null : (
        <Text span size="sm" fw={560} c={above ? 'kalyna' : undefined}>
          {money(product.floor, currency)}
        </Text>
      )}
      {above ? (
        <Text span size="sm" c="kalyna">
          {' '}
          {t('floor.above')}
        </Text>
      ) : null}
      {plain && plain.kind !== 'absolute' ? (
        <Text span size="sm" c="dimmed">
          {' '}
          {ruleWords(plain, currency, t)}
        </Text>
      ) : null}
      {more > 0 ? (
        <Text span size="sm" c="dimmed">
          {' '}
          {t('floor.more', { count: more })}
        </Text>
      ) : null}
    </span>
  )
}
