/** The slip of a receipt for the buyer. It is no fiscal document, and says so. */
import type { ReactNode } from 'react'
import { dateTime, day, money as printMoney, number } from '../../text/format.ts'
import { textOf } from '../../text/text.ts'
import type { TillSession } from '../session/session.ts'
import { bonuses, bonusesPlus } from '../shell/bonuses.ts'
import { shownPhone } from '../shell/shown-phone.ts'
import { JoinCode, joinCodeSoon } from '../sale/join-code.tsx'
import type { MadeReceipt } from '../sale/state.ts'
import { printSlip } from './print-slip.ts'
import classes from './slip.module.css'

/** The receipt whose slip waits for its code: pressing again prints no second one. */
let waiting: string | undefined

export function printReceipt(receipt: MadeReceipt, session: TillSession): void {
  if (waiting === receipt.receipt_id) return
  waiting = receipt.receipt_id
  void codeOf(receipt).then((code) => {
    if (waiting === receipt.receipt_id) waiting = undefined
    printSlip(<ReceiptSlip receipt={receipt} session={session} code={code} />)
  })
}

type Code = Awaited<ReturnType<typeof joinCodeSoon>>

const codeOf = async ({ status, pos, receipt_id }: MadeReceipt): Promise<Code> =>
  status === 'cancelled' ? null : joinCodeSoon(pos.id, receipt_id)

export function SlipRow({
  name,
  children,
  total,
}: {
  name: string
  children: ReactNode
  total?: boolean
}) {
  return (
    <div data-total={total || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ReceiptSlip({
  receipt,
  session,
  code,
}: {
  receipt: MadeReceipt
  session: TillSession
  code: Code
}) {
  const t = textOf('cashier')
  const shop = session.organization
  const { totals, buyer } = receipt
  const money = (amount: number) => printMoney(amount, shop.currency)
  const discount = totals.till_discount + totals.promotion_discount + totals.level_discount
  return (
    <>
      {shop.logo ? <img src={shop.logo} alt="" /> : null}
      <h1>{shop.name}</h1>
      <h2>{receipt.pos.name}</h2>
      <p>{dateTime(receipt.occurred_at, shop.timezone)}</p>
      {receipt.number ? <p>{t('slip.number', { number: receipt.number })}</p> : null}
      {receipt.status === 'cancelled' ? (
        <p className={classes.fiscal}>{t('slip.cancelled')}</p>
      ) : null}
      <dl>
        {buyer ? <SlipRow name={t('slip.buyer')}>{shownPhone(buyer.phone_masked)}</SlipRow> : null}
        <SlipRow name={t('slip.gross')}>{money(totals.gross)}</SlipRow>
        {discount > 0 ? <SlipRow name={t('slip.discount')}>{money(-discount)}</SlipRow> : null}
        {totals.bonuses_spent > 0 ? (
          <SlipRow name={t('slip.spent')}>{money(-totals.bonuses_spent)}</SlipRow>
        ) : null}
        <SlipRow name={t('slip.to_pay')} total>
          {money(totals.to_pay)}
        </SlipRow>
        {buyer ? (
          <SlipRow name={t('slip.accrual')}>{bonusesPlus(totals.accrual + totals.gifts)}</SlipRow>
        ) : null}
        {receipt.balance_after === null ? null : (
          <SlipRow name={t('slip.balance')}>{bonuses(receipt.balance_after)}</SlipRow>
        )}
      </dl>
      {buyer?.next_expiry ? (
        <p>
          {t('slip.expiry', {
            amount: number(buyer.next_expiry.amount),
            date: day(buyer.next_expiry.date),
          })}
        </p>
      ) : null}
      {code ? (
        <div className={classes.join}>
          <JoinCode code={code} label={t('new.code')} />
          <p>{t('slip.join')}</p>
        </div>
      ) : null}
      {shop.receipt_footer ? <p>{shop.receipt_footer}</p> : null}
      <p className={classes.fiscal}>{t('slip.fiscal')}</p>
    </>
  )
}
