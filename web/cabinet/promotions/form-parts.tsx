/** What the parts of the form share. */
import type { UseFormReturnType } from '@mantine/form'
import type { Organization } from '../../shell/organizations.ts'
import type { Point } from '../../shell/points.ts'
import type { Product } from './queries.ts'
import type { Amount, Values } from './values.ts'

export type Form = UseFormReturnType<Values>
export type FormData = {
  organization: Organization
  points: Point[]
  products: Product[]
  levels: { number: number; name: string; cashback_percent: number }[]
  segments: { id: string; name: string; buyers: number | null }[]
}

/** The props of an input of an amount, which hands up values instead of events. */
export const amountOf = (form: Form, name: AmountField) => ({
  value: form.values[name],
  onChange: (value: Amount) => form.setFieldValue(name, value),
  error: form.errors[name],
  onBlur: () => void form.validateField(name),
})
type AmountField = { [K in keyof Values]: Values[K] extends Amount ? K : never }[keyof Values]
