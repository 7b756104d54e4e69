/** Step 2: the sum, typed or added up from lines of goods. */
import { Button } from '@mantine/core'
import { IconBasket } from '@tabler/icons-react'
import { Keys } from '../shell/kbd.tsx'
import { previewGross } from './ask.ts'
import { Block } from './block.tsx'
import { LinesBlock } from './lines-block.tsx'
import { fieldOf, useSale } from './sale-context.ts'
import classes from './sale.module.css'

export function AmountBlock() {
  const { t, sale, shop, dispatch, money } = useSale()
  const gross = previewGross(sale)
  const symbol = currencySymbol(shop.currency)
  const may_change = shop.products_in_receipt === 'optional'
  const toggle = may_change ? (
    <Button
      variant="subtle"
      h={40}
      px="sm"
      leftSection={<IconBasket size={20} stroke={1.75} />}
      rightSection={sale.with_lines ? undefined : <Keys>F6</Keys>}
      onClick={() => dispatch({ type: 'lines_toggled', key: crypto.randomUUID() })}
    >
      {t(sale.with_lines ? 'amount.only_sum' : 'amount.products')}
    </Button>
  ) : null
  if (sale.with_lines) {
    return (
      <Block step={2} stage="amount" label={t('amount.title')}>
        <LinesBlock toggle={toggle} />
      </Block>
    )
  }
  const wrong = sale.notice?.at === 'amount'
  return (
    <Block step={2} stage="amount" label={t('amount.title')}>
      <div className={classes.labels}>
        <label className={classes.label} htmlFor={fieldOf.amount}>
          {t('amount.label', { currency: symbol })}
        </label>
        {toggle}
      </div>
      <div className={classes.field} data-wrong={wrong || undefined}>
        <input
          id={fieldOf.amount}
          className={classes.input}
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          placeholder="0,00"
          aria-describedby="till-amount-notice"
          aria-invalid={wrong}
          value={sale.amount_text}
          onChange={(event) => dispatch({ type: 'amount_typed', text: event.currentTarget.value })}
        />
        {sale.amount_text.includes('+') && typeof gross === 'number' ? (
          <span className={classes.equals}>
            {t('amount.equals', { amount: money(gross / 100) })}
          </span>
        ) : (
          <span className={classes.unit} aria-hidden>
            {symbol}
          </span>
        )}
      </div>
    </Block>
  )
}

/** `₴` for UAH: what stands after amounts of this currency. */
export function currencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat('uk-UA', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? currency
}
