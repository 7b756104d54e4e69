/** From and to, in the unit of what is asked. */
import { Group } from '@mantine/core'
import { type Text, useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import type { Range } from './filter.ts'
import classes from './segments.module.css'

export type Unit =
  | 'money'
  | 'percent'
  | 'times'
  | 'receipts'
  | 'days'
  | 'years'
  | 'stars'
  | 'bonuses'

type Props = { value: Range; unit: Unit; onChange: (value: Range) => void }

export function RangeInputs({ value, unit, onChange }: Props) {
  const t = useText('segments')
  return (
    <Group className={classes.pair} gap="sm" wrap="nowrap">
      {(['from', 'to'] as const).map((end) => (
        <Amount
          key={end}
          label={t(end)}
          unit={unit}
          value={value[end] ?? ''}
          onChange={(next) => onChange({ ...value, [end]: next === '' ? null : next })}
        />
      ))}
    </Group>
  )
}

type AmountProps = {
  label: string
  unit: Unit
  value: number | ''
  onChange: (value: number | '') => void
}

export function Amount({ unit, ...rest }: AmountProps) {
  const t = useText('segments')
  if (unit === 'percent') return <PercentInput {...rest} />
  if (unit === 'money') return <MoneyInput {...rest} />
  if (unit === 'bonuses') return <MoneyInput unit="" {...rest} />
  return <WholeInput unit={unitWord(unit, t)} {...rest} />
}

const unitWord = (
  unit: Exclude<Unit, 'money' | 'percent' | 'bonuses'>,
  t: Text<'segments'>,
): string => t(`unit.${unit}`)
