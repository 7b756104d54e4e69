/** Somebody saved the bonus settings first: which gifts differ. */
import { number } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'
import type { GiftValues } from './values.ts'

export function differencesOf(
  mine: GiftValues,
  theirs: GiftValues,
  t: Text<'welcome'>,
): Difference[] {
  const cards = (['on_join', 'profile_complete', 'first_purchase'] as const).map((card) => ({
    label: t(`${card}.title`),
    mine: cardLine(mine[card], t),
    theirs: cardLine(theirs[card], t),
  }))
  const flyers = {
    label: t('flyers.title'),
    mine: flyerLine(mine, t),
    theirs: flyerLine(theirs, t),
  }
  return [...cards, flyers].filter((one) => one.mine !== one.theirs)
}

type Card = GiftValues['on_join'] | GiftValues['profile_complete'] | GiftValues['first_purchase']

function cardLine(card: Card, t: Text<'welcome'>): string {
  if (!card.on) return t('conflict.off')
  const parts = [
    'reward' in card && card.reward === 'percent'
      ? `${number(Number(card.percent))}\u00a0%`
      : `${number(Number(card.amount))}\u00a0◐`,
    `${number(Number(card.lifetime_days))} ${t('unit.days')}`,
    'when' in card ? t(`when.${card.when}`) : '',
    'min_receipt' in card ? `≥ ${number(Number(card.min_receipt))}\u00a0₴` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

const flyerLine = ({ flyers }: GiftValues, t: Text<'welcome'>): string =>
  flyers.map(({ code, amount }) => `${code}: ${number(Number(amount))}\u00a0◐`).join('; ') ||
  t('conflict.none')
