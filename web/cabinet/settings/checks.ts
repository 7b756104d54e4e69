/** Rules of single fields; each answers a sentence, or undefined when the value is fine. */
import { number } from '../../text/format.ts'
import type { Text } from '../../text/text.ts'

export type Amount = number | ''

export const checksOf = (t: Text<'settings'>) => ({
  amount: (value: Amount) => (value === '' ? t('required') : undefined),
  whole: (value: Amount, min: number, max: number) =>
    value === '' || !Number.isInteger(value) || value < min || value > max
      ? t('range', { min: number(min), max: number(max) })
      : undefined,
  percent: (value: Amount) =>
    value === '' || value < 0 || value > 100 ? t('range', { min: 0, max: 100 }) : undefined,
  time: (value: string) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : t('time.error')),
})

/** Leaves out the fields without a complaint, as Mantine's form wants it. */
export const complaints = (all: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined))
