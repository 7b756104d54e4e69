import { randomInt } from 'node:crypto'
import { CARD_DIGITS, cardCodeOf } from './rules.ts'

/** A permanent card code of random digits; the database refuses one that is taken. */
export function newCardCode(): string {
  return cardCodeOf(Array.from({ length: CARD_DIGITS }, () => randomInt(10)).join(''))
}
