/** What is returned: everything, some goods, or a part of a bare sum. */
import { TextInput } from '@mantine/core'
import { number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { currencySymbol } from '../sale/amount-block.tsx'
import type { Typed } from './cancel-part.ts'
import type { WholeReceipt } from './queries.ts'
import classes from './receipts.module.css'

type Props = {
  receipt: WholeReceipt
  typed: Typed
  onChange: (typed: Typed) => void
  currency: string
}

export function CancelFields({ receipt, typed, onChange, currency }: Props) {
  const t = useText('cashier')
  if (typed.kind === 'full') return null
  if (typed.kind === 'amount') {
    return (
      <TextInput
        label={t('cancel.amount_label', { currency: currencySymbol(currency) })}
        size="lg"
        inputMode="decimal"
        maxLength={20}
        value={typed.amount}
        onChange={(event) => onChange({ ...typed, amount: event.currentTarget.value })}
      />
    )
  }
  const left = (line: WholeReceipt['lines'][number]) =>
    Math.round((line.quantity - line.returned_quantity) * 1000) / 1000
  return (
    <ul className={classes.returns}>
      {receipt.lines
        .filter((line) => left(line) > 0)
        .map((line) => {
          const name = line.name ?? line.barcode ?? line.sku ?? String(line.line)
          const set = (text: string) =>
            onChange({ ...typed, quantities: { ...typed.quantities, [line.line]: text } })
          return (
            <li key={line.line}>
              <span>{name}</span>
              <TextInput
                aria-label={t('cancel.quantity', { name })}
                inputMode="decimal"
                w={96}
                placeholder="0"
                maxLength={10}
                styles={{ input: { height: 48, textAlign: 'center' } }}
                value={typed.quantities[line.line] ?? ''}
                onChange={(event) => set(event.currentTarget.value)}
              />
              <button
                type="button"
                className={classes.all}
                onClick={() => set(String(left(line)).replace('.', ','))}
              >
                {t('cancel.of', { quantity: number(left(line), 3) })}
              </button>
            </li>
          )
        })}
    </ul>
  )
}
