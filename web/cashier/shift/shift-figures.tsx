/** The figures of a shift and the list of what was cancelled in it. */
import type { AnswerOf } from '../../api/call.ts'
import { money as printMoney, number, time, zoneName } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import type { TillOrganization } from '../session/session.ts'
import classes from './shift.module.css'

export type Shift = AnswerOf<'GET /pos-api/v1/shift'>

export function ShiftFigures({ shift, shop }: { shift: Shift; shop: TillOrganization }) {
  const t = useText('cashier')
  const money = (amount: number) => printMoney(amount, shop.currency)
  const at = (moment: string | null) => (moment ? time(moment, shop.timezone) : '—')
  return (
    <>
      <div className={classes.cards}>
        <StatCard
          label={t('shift.to_pay')}
          value={money(shift.to_pay)}
          note={`${t('shift.gross')} ${money(shift.gross)}`}
        />
        <StatCard
          label={t('shift.receipts')}
          value={number(shift.receipts)}
          note={`${at(shift.first_at)} – ${at(shift.last_at)}`}
        />
        <StatCard
          label={t('shift.average')}
          value={shift.average_receipt === null ? '—' : money(shift.average_receipt)}
        />
        <StatCard label={t('shift.new')} value={number(shift.new_buyers)} />
        <StatCard label={t('shift.spent')} value={number(shift.spent)} bonus />
        <StatCard label={t('shift.accrued')} value={number(shift.accrued)} bonus />
        <StatCard label={t('shift.compensated')} value={number(shift.compensated)} bonus />
        <StatCard
          label={t('shift.cancelled')}
          value={number(shift.cancelled.count)}
          note={t('shift.refund', { amount: money(shift.cancelled.refund_money) })}
        />
      </div>
      {shift.cancelled.items.length > 0 ? (
        <section className={classes.cancelled}>
          <h2>{t('shift.cancelled')}</h2>
          <ul>
            {shift.cancelled.items.map((each) => (
              <li key={each.id}>
                <span>{time(each.created_at, shop.timezone)}</span>
                <span>
                  {[each.number && `№ ${each.number}`, each.reason].filter(Boolean).join(' · ')}
                </span>
                <strong>{money(each.refund_money)}</strong>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className={classes.note}>
        {t('shift.not_cash')} · {t('shift.zone', { zone: zoneName(shift.timezone) })}
      </p>
    </>
  )
}
