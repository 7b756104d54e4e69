/** Amounts and percents as people type them, the unit in the field; see `number-field.tsx`. */
import { NumberField, type NumberFieldProps } from './number-field.tsx'

/** Money ≥ 0 with kopecks. */
export function MoneyInput({ unit = '₴', ...props }: NumberFieldProps) {
  return <NumberField unit={unit} decimalScale={2} step={0.01} max={99_999_999_999} {...props} />
}

/** Per cent from 0 to 100, a tenth at a step (or finer when `decimalScale` says so). */
export function PercentInput(props: NumberFieldProps) {
  return <NumberField unit="%" max={100} decimalScale={1} step={0.1} {...props} />
}
