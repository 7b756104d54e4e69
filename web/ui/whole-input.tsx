/** A whole number with its unit inside the field. */
import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: ReactNode
  description?: ReactNode
  placeholder?: string
  value: number | ''
  onChange: (value: number | '') => void
  onBlur?: () => void
  error?: ReactNode
  unit: string
  min?: number
  max?: number
  disabled?: boolean
}

export function WholeInput({ value, onChange, unit, ...rest }: Props) {
  return (
    <NumberInput
      {...rest}
      inputMode="numeric"
      hideControls
      allowNegative={false}
      allowDecimal={false}
      clampBehavior="none"
      rightSection={<span aria-hidden>{unit}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth={56}
      value={value}
      onChange={(next) => onChange(next === '' ? '' : Number(next))}
    />
  )
}
