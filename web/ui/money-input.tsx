/**
 * Amounts and percents as people type them: comma or dot, spaces anywhere, the unit in the field.
 * The value is the decimal number of the wire, or '' when empty.
 */
import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useWords } from './words.tsx'

type Props = Omit<
  NumberInputProps,
  'value' | 'onChange' | 'decimalSeparator' | 'thousandSeparator' | 'suffix'
> & {
  value?: number | ''
  onChange?: (value: number | '') => void
}

function useSeparators() {
  const { locale } = useWords()
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(123456.7)
  const find = (type: 'decimal' | 'group', fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { decimal: find('decimal', ','), group: find('group', '\u00a0') }
}

/**
 * Reads a pasted amount whatever its decimal sign: typing a dot works by itself, but the input would
 * drop a pasted one, and 12.50 would become 1250. Undefined: not one number, the input decides.
 */
export function pastedNumber(text: string): number | undefined {
  const compact = text.replace(/[\s\u00a0\u202f₴%]/g, '')
  return /^\d+([.,]\d{1,2})?$/.test(compact) ? Number(compact.replace(',', '.')) : undefined
}

function DecimalInput({ unit, ...props }: Props & { unit: string }) {
  const { decimal, group } = useSeparators()
  const { value = '', onChange, ...rest } = props
  return (
    <NumberInput
      inputMode="decimal"
      hideControls
      allowNegative={false}
      decimalSeparator={decimal}
      allowedDecimalSeparators={[',', '.']}
      thousandSeparator={group}
      rightSection={<span aria-hidden>{unit}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth={unit.length > 2 ? 56 : 40}
      value={value}
      onChange={(next) =>
        onChange?.(typeof next === 'number' ? next : next === '' ? '' : Number(next))
      }
      {...rest}
    />
  )
}

/** Money ≥ 0 with kopecks. */
export function MoneyInput({ unit = '₴', ...props }: Props & { unit?: string }) {
  return <DecimalInput unit={unit} decimalScale={2} step={0.01} max={99_999_999_999} {...props} />
}

/** Per cent from 0 to 100, a tenth at a step (or finer when `decimalScale` says so). */
export function PercentInput(props: Props) {
  return <DecimalInput unit="%" min={0} max={100} decimalScale={1} step={0.1} {...props} />
}
