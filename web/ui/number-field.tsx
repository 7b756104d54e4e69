/**
 * A number in a text field: comma or dot, spaces anywhere, the unit inside, the arrow keys a step.
 * What is typed stays as it is typed; on leaving it is written out in groups. The value handed up is
 * the decimal number of the wire, or '' when empty. Small on purpose: the library's own number input
 * weighs ten kilobytes on every page of a form.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { printNumber, readNumber } from './typed-number.ts'
import { useWords } from './words.tsx'

export type NumberFieldProps = Omit<
  TextInputProps,
  'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'
> & {
  value?: number | ''
  onChange?: (value: number | '') => void
  unit?: string
  /** Decimals at most. */
  decimalScale?: number
  step?: number
  /** Outside of them the value is moved to the nearer one on leaving. */
  min?: number
  max?: number
}

export function NumberField(props: NumberFieldProps) {
  const { value = '', onChange, unit, decimalScale = 0, step = 1, onBlur, ...rest } = props
  const { min = 0, max = Infinity, ...input } = rest
  const { locale } = useWords()
  const [typed, setTyped] = useState<string>()
  const take = (next: number | '') => next !== value && onChange?.(next)
  // What was typed holds only while it says what the value is: the value may change from outside.
  const holds = typed !== undefined && readNumber(typed, decimalScale) === value
  return (
    <TextInput
      inputMode={decimalScale > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...(unit !== undefined && {
        rightSection: <span aria-hidden>{unit}</span>,
        rightSectionPointerEvents: 'none',
        rightSectionWidth: unit.length > 2 ? 56 : 40,
      })}
      value={holds ? typed : printNumber(value, decimalScale, locale)}
      onChange={(event) => {
        const text = event.currentTarget.value
        const next = readNumber(text, decimalScale)
        if (next === undefined) return
        setTyped(text)
        take(next)
      }}
      onKeyDown={(event) => {
        const up = event.key === 'ArrowUp'
        if (!up && event.key !== 'ArrowDown') return
        event.preventDefault()
        const moved = (value === '' ? 0 : value) + (up ? step : -step)
        take(Number(Math.min(max, Math.max(min, moved)).toFixed(decimalScale)))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        if (value !== '') take(Math.min(max, Math.max(min, value)))
        onBlur?.(event)
      }}
      {...input}
    />
  )
}
