/** The summary of a shift on the same roll as the receipts. */
import { dateTime, money as printMoney, number, time } from '../../text/format.ts'
import { textOf } from '../../text/text.ts'
import { SlipRow } from '../print/print-receipt.tsx'
import { printSlip } from '../print/print-slip.ts'
import slip from '../print/slip.module.css'
import type { TillPos, TillSession } from '../session/session.ts'
import type { Shift } from './shift-figures.tsx'

export function printShift(shift: Shift, session: TillSession, pos: TillPos, all: boolean) {
  const t = textOf('cashier')
  const shop = session.organization
  const money = (amount: number) => printMoney(amount, shop.currency)
  const at = (moment: string | null) => (moment ? time(moment, shop.timezone) : '—')
  printSlip(
    <>
      <h1>{shop.name}</h1>
      <h2>{pos.name}</h2>
      <p>{t('slip.shift')}</p>
      <p>
        {dateTime(shift.from, shop.timezone)} – {dateTime(shift.to, shop.timezone)}
      </p>
      <dl>
        <SlipRow name={t('slip.cashier')}>{all ? t('shift.all') : session.manager.name}</SlipRow>
        <SlipRow name={t('shift.receipts')}>{number(shift.receipts)}</SlipRow>
        <SlipRow name={t('shift.gross')}>{money(shift.gross)}</SlipRow>
        <SlipRow name={t('shift.to_pay')} total>
          {money(shift.to_pay)}
        </SlipRow>
        <SlipRow name={t('shift.average')}>
          {shift.average_receipt === null ? '—' : money(shift.average_receipt)}
        </SlipRow>
        <SlipRow name={t('shift.spent')}>{number(shift.spent)}</SlipRow>
        <SlipRow name={t('shift.accrued')}>{number(shift.accrued)}</SlipRow>
        <SlipRow name={t('shift.compensated')}>{number(shift.compensated)}</SlipRow>
        <SlipRow name={t('shift.new')}>{number(shift.new_buyers)}</SlipRow>
        <SlipRow name={t('shift.first')}>{at(shift.first_at)}</SlipRow>
        <SlipRow name={t('shift.last')}>{at(shift.last_at)}</SlipRow>
        <SlipRow name={t('shift.cancelled')}>
          {number(shift.cancelled.count)} · {money(shift.cancelled.refund_money)}
        </SlipRow>
      </dl>
      <p className={slip.fiscal}>{t('slip.fiscal')}</p>
    </>,
  )
}
