/** One receipt whole: figures, goods, what was cancelled of it; print and cancel. */
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { dateTime, money as printMoney, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { printReceipt } from '../print/print-receipt.tsx'
import type { TillSession } from '../session/session.ts'
import { bonuses, bonusesPlus } from '../shell/bonuses.ts'
import { shownPhone } from '../shell/shown-phone.ts'
import { LinkCode } from './link-code.tsx'
import { receiptQuery, type WholeReceipt } from './queries.ts'
import { StatusBadge } from './receipt-list.tsx'
import classes from './receipts.module.css'

type Props = { id: string; session: TillSession; onBack: () => void; onCancel: () => void }

export function ReceiptDetail({ id, session, onBack, onCancel }: Props) {
  const t = useText('cashier')
  const query = useQuery(receiptQuery(id))
  if (query.isError && !query.data) {
    return (
      <ErrorCard
        what={t('receipt.what')}
        error={query.error}
        sentence={problemSentence(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const receipt = query.data
  if (!receipt) return <Skeleton h={360} radius="lg" />
  const shop = session.organization
  const at = dateTime(receipt.occurred_at, shop.timezone)
  const may_cancel =
    session.manager.permissions.cancel &&
    (receipt.status === 'completed' || receipt.status === 'partially_cancelled')
  return (
    <section className={classes.detail} aria-label={t('receipt.plain', { time: at })}>
      <Button
        className={classes.back}
        variant="subtle"
        h={48}
        px="sm"
        leftSection={<IconArrowLeft size={20} />}
        onClick={onBack}
      >
        {t('list.back')}
      </Button>
      <div className={classes.detailHead}>
        <h2>
          {receipt.number
            ? t('receipt.title', { number: receipt.number })
            : t('receipt.plain', { time: at })}
        </h2>
        <StatusBadge status={receipt.status} />
      </div>
      <p className={classes.quiet}>
        {[receipt.number && at, receipt.pos.name, receipt.cashier.name].filter(Boolean).join(' · ')}
      </p>
      <Figures receipt={receipt} currency={shop.currency} />
      <Goods receipt={receipt} currency={shop.currency} />
      <Cancellations receipt={receipt} shop={shop} />
      {receipt.registered && receipt.status === 'completed' ? (
        <LinkCode receipt_id={receipt.receipt_id} timezone={shop.timezone} />
      ) : null}
      <div className={classes.actions}>
        <Button
          variant="default"
          h={48}
          leftSection={<IconPrinter size={20} stroke={1.75} />}
          onClick={() => printReceipt(receipt, session)}
        >
          {t('receipt.print')}
        </Button>
        {may_cancel ? (
          <Button variant="outline" color="kalyna" h={48} onClick={onCancel}>
            {t('receipt.cancel')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function Figures({ receipt, currency }: { receipt: WholeReceipt; currency: string }) {
  const t = useText('cashier')
  const money = (amount: number) => printMoney(amount, currency)
  const { totals, buyer } = receipt
  const discount = totals.till_discount + totals.promotion_discount + totals.level_discount
  const rows = [
    buyer && [
      t('list.buyer'),
      [buyer.name_masked, shownPhone(buyer.phone_masked)].filter(Boolean).join(' · '),
    ],
    [t('sum.gross'), money(totals.gross)],
    discount > 0 && [t('slip.discount'), money(-discount)],
    totals.bonuses_spent > 0 && [t('sum.spent'), money(-totals.bonuses_spent)],
    buyer && [t('receipt.accrued'), bonusesPlus(totals.accrual + totals.gifts)],
    [t('sum.to_pay'), money(totals.to_pay)],
    receipt.refunded > 0 && [t('receipt.refunded'), money(receipt.refunded)],
    receipt.balance_after !== null && [t('slip.balance'), bonuses(receipt.balance_after)],
  ].filter((row): row is string[] => Array.isArray(row))
  return (
    <dl className={classes.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Goods({ receipt, currency }: { receipt: WholeReceipt; currency: string }) {
  const t = useText('cashier')
  const goods = receipt.lines.filter((line) => line.name ?? line.barcode ?? line.sku)
  if (goods.length === 0) return null
  return (
    <>
      <h3>{t('receipt.products')}</h3>
      <ul className={classes.goods}>
        {goods.map((line) => (
          <li key={line.line}>
            <span>
              {line.name ?? line.barcode ?? line.sku}
              <span className={classes.quiet}>
                {number(line.quantity, 3)} × {printMoney(line.price, currency)}
                {line.returned_quantity > 0
                  ? ` · ${t('receipt.returned', { quantity: number(line.returned_quantity, 3) })}`
                  : ''}
              </span>
            </span>
            <span>{printMoney(line.to_pay, currency)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Cancellations({
  receipt,
  shop,
}: {
  receipt: WholeReceipt
  shop: TillSession['organization']
}) {
  const t = useText('cashier')
  if (receipt.cancellations.length === 0) return null
  return (
    <ul className={classes.cancellations}>
      {receipt.cancellations.map((each) => (
        <li key={each.id}>
          {t('receipt.cancelled_at', {
            time: dateTime(each.created_at, shop.timezone),
            money: printMoney(each.refund_money, shop.currency),
            reason: each.reason ?? t('receipt.no_reason'),
          })}
        </li>
      ))}
    </ul>
  )
}
