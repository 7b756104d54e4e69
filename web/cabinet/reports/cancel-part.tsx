/** What is to be cancelled: all that is left, some products, or a part of a bare sum. */
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { money, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import type { Part, Receipt } from './queries.ts'
import { hasProducts, lineName } from './receipt-parts.tsx'
import classes from './reports.module.css'

export type Choice = {
  kind: 'whole' | 'part'
  amount: number | ''
  /** Line number → quantity to return. */
  quantities: Record<number, number>
}
export const wholeChoice: Choice = { kind: 'whole', amount: '', quantities: {} }

/** The ask of the estimate; undefined while a part is chosen but not said. */
export function chosenPart({ kind, amount, quantities }: Choice): Part | undefined {
  if (kind === 'whole') return {}
  if (amount !== '') return amount > 0 ? { amount } : undefined
  const lines = Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([line, quantity]) => ({ line: Number(line), quantity }))
  return lines.length ? { lines } : undefined
}

type Props = {
  receipt: Receipt
  currency: string
  choice: Choice
  onChange: (choice: Choice) => void
}

export function PartChoice({ receipt, currency, choice, onChange }: Props) {
  const t = useText('reports')
  const products = hasProducts(receipt)
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('cancel.scope')}
        value={choice.kind}
        onChange={(kind) => onChange({ ...wholeChoice, kind: kind === 'part' ? 'part' : 'whole' })}
        data={[
          { value: 'whole', label: t('cancel.whole') },
          { value: 'part', label: t('cancel.part') },
        ]}
      />
      {choice.kind === 'part' ? (
        products ? (
          <LinesChoice receipt={receipt} choice={choice} onChange={onChange} />
        ) : (
          <MoneyInput
            label={t('cancel.amount')}
            description={t('cancel.amount.hint', {
              amount: money(receipt.totals.to_pay + receipt.totals.bonuses_spent, currency),
            })}
            value={choice.amount}
            onChange={(amount) => onChange({ ...choice, amount })}
          />
        )
      ) : null}
    </Stack>
  )
}

function LinesChoice({ receipt, choice, onChange }: Omit<Props, 'currency'>) {
  const t = useText('reports')
  const left = receipt.lines.filter((line) => line.quantity > line.returned_quantity)
  return (
    <Stack gap="xs" role="group" aria-label={t('cancel.lines')}>
      <Text size="sm" c="dimmed">
        {t('cancel.lines')}
      </Text>
      {left.map((line) => {
        const name = lineName(line, t('lines.unnamed', { line: line.line }))
        const most = Math.round((line.quantity - line.returned_quantity) * 1000) / 1000
        return (
          <div key={line.line} className={classes.line}>
            <span>{name}</span>
            <NumberField
              aria-label={t('cancel.line', { name })}
              placeholder="0"
              max={most}
              decimalScale={3}
              value={choice.quantities[line.line] || ''}
              onChange={(quantity) =>
                onChange({
                  ...choice,
                  quantities: { ...choice.quantities, [line.line]: Math.min(quantity || 0, most) },
                })
              }
            />
            <Text size="sm" c="dimmed">
              {t('cancel.line.of', { quantity: number(most, 3) })}
            </Text>
          </div>
        )
      })}
    </Stack>
  )
}
