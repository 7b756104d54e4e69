import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { BonusValues } from './bonus-values.ts'

export type BonusForm = UseFormReturnType<BonusValues>

/** The props of an input of ours for a field inside of a group, such as `birthday.amount`. */
export const bind = <T>(form: BonusForm, path: string, value: T) => ({
  value,
  onChange: form.getInputProps(path).onChange as (value: T) => void,
  error: form.errors[path] satisfies ReactNode,
  onBlur: () => void form.validateField(path),
})
