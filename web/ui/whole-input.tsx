/** A whole number with its unit inside the field. A wrong one stays, for the form to tell of it. */
import type { ReactNode } from 'react'
import { NumberField } from './number-field.tsx'

type Props = {
  label: ReactNode
  description?: ReactNode
  placeholder?: string
  value: number | ''
  onChange: (value: number | '') => void
  onBlur?: () => void
  error?: ReactNode
  unit: string
  /** The checks of the form hold the limits; the field moves nobody's number. */
  min?: number
  max?: number
  disabled?: boolean
}

export function WholeInput({ min: _min, max: _max, onBlur, ...rest }: Props) {
  return <NumberField {...rest} rightSectionWidth={56} onBlur={() => onBlur?.()} />
}
