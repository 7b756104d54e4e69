/** Goods of the receipt, typed by hand or scanned: name, price, quantity. */
import { ActionIcon, Button } from '@mantine/core'
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { focusFirst } from '../shell/focus-first.ts'
import { Keys } from '../shell/kbd.tsx'
import { filledLines, isFresh, previewGross } from './ask.ts'
import { fieldOf, useSale } from './sale-context.ts'
import classes from './lines.module.css'
import { useSuggestions } from './find-products.ts'
import { scannedLine } from './scanned-line.ts'
import { blankLine, type Line } from './state.ts'

export function LinesBlock({ toggle }: { toggle: ReactNode }) {
  const { t, sale, dispatch, money } = useSale()
  const gross = previewGross(sale)
  const first_blank =
    sale.lines.find((line) => line.price.trim() === '')?.key ?? sale.lines.at(-1)?.key
  return (
    <div>
      <div className={classes.head}>
        <span>{t('line.list')}</span>
        {toggle}
      </div>
      <ul className={classes.list}>
        {sale.lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            number={index + 1}
            is_focus={line.key === first_blank}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <Button
          variant="light"
          h={48}
          leftSection={<IconPlus size={20} stroke={1.75} />}
          rightSection={<Keys>F6</Keys>}
          onClick={() => dispatch({ type: 'line_added', line: blankLine(crypto.randomUUID()) })}
        >
          {t('line.add')}
        </Button>
        {typeof gross === 'number' ? <strong>{money(gross / 100)}</strong> : null}
      </div>
    </div>
  )
}

function LineRow({ line, number, is_focus }: { line: Line; number: number; is_focus: boolean }) {
  const { t, dispatch, shop, money } = useSale()
  const { found, look } = useSuggestions(shop.has_products)
  const change = (change: Partial<Line>) =>
    dispatch({ type: 'line_changed', key: line.key, change })
  // A line that has just appeared is the one being sold: its price is what is missing.
  const [is_new] = useState(is_focus)
  const step = (by: number) => {
    const now = Number(line.quantity.replace(',', '.')) || 0
    const next = Math.max(Math.round((now + by) * 1000) / 1000, 0)
    if (next > 0) change({ quantity: String(next).replace('.', ',') })
  }
  return (
    <li className={classes.line} aria-label={t('line.group', { number })}>
      <input
        className={classes.name}
        aria-label={t('line.name')}
        placeholder={line.barcode || t('line.name')}
        maxLength={200}
        autoComplete="off"
        list={`${line.key} products`}
        value={line.name}
        onChange={(event) => {
          const name = event.currentTarget.value
          const product = found.find((one) => one.name === name)
          // Choosing one of those offered brings its price and its code.
          if (product) return change(ofProduct(scannedLine(line.key, product)))
          change({ name })
          look(name)
        }}
      />
      <datalist id={`${line.key} products`}>
        {found.map((product) => (
          <option key={product.id} value={product.name}>
            {money(product.price)}
          </option>
        ))}
      </datalist>
      <input
        ref={is_new ? focusFirst : undefined}
        id={is_focus ? fieldOf.amount : undefined}
        className={classes.price}
        aria-label={t('line.price')}
        placeholder={t('line.price')}
        inputMode="decimal"
        maxLength={14}
        autoComplete="off"
        value={line.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      <span className={classes.quantity}>
        <ActionIcon
          variant="default"
          size={48}
          aria-label={t('line.less')}
          onClick={() => step(-1)}
        >
          <IconMinus size={20} stroke={1.75} />
        </ActionIcon>
        <input
          aria-label={t('line.quantity')}
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          value={line.quantity}
          onChange={(event) => change({ quantity: event.currentTarget.value })}
        />
        <ActionIcon variant="default" size={48} aria-label={t('line.more')} onClick={() => step(1)}>
          <IconPlus size={20} stroke={1.75} />
        </ActionIcon>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={48}
        aria-label={t('line.remove', { number })}
        onClick={() => dispatch({ type: 'line_removed', key: line.key })}
      >
        <IconTrash size={20} stroke={1.75} />
      </ActionIcon>
      <LinePromotion line={line} />
    </li>
  )
}

/** What a promotion did on the line, as the server told. */
function LinePromotion({ line }: { line: Line }) {
  const { t, sale, money } = useSale()
  const receipt = isFresh(sale) ? sale.figures?.receipt : undefined
  const settled = receipt?.lines[filledLines(sale).indexOf(line)]
  if (!receipt || !settled || settled.promotion_discount === 0) return null
  const name = receipt.promotions.find(({ id }) => id === settled.promotion_id)?.name ?? ''
  return (
    <p className={classes.promotion}>
      {t('line.promotion', { name, amount: money(-settled.promotion_discount) })}
    </p>
  )
}

/** What a product says of a line; how many are sold stays the cashier's. */
const ofProduct = ({ name, price, barcode }: Line) => ({ name, price, barcode })
