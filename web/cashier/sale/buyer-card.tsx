/** Who was found: masked name and phone, what can be spent, what burns, what is special today. */
import { IconUser } from '@tabler/icons-react'
import { initials, number, shortDay } from '../../text/format.ts'
import { BonusChip } from '../../ui/bonus-chip.tsx'
import { bonuses } from '../shell/bonuses.ts'
import { shownPhone } from '../shell/shown-phone.ts'
import { LeaveBuyer } from './leave-buyer.tsx'
import { useSale } from './sale-context.ts'
import classes from './sale.module.css'
import { StampLine } from './stamp-line.tsx'
import type { Buyer } from './state.ts'

export function BuyerCard({ buyer }: { buyer: Buyer }) {
  const { t, sale } = useSale()
  const name = buyer.name_masked.trim()
  const phone = shownPhone(buyer.phone_masked)
  const { next_expiry: expiry } = buyer
  const hint = sale.figures?.receipt.texts.cashier_hint
  return (
    <div className={classes.buyer}>
      <span className={classes.avatar} aria-hidden>
        {name ? initials(...name.split(/\s+/)) : <IconUser size={24} stroke={1.75} />}
      </span>
      <div className={classes.who}>
        <p className={classes.name}>
          <strong>{name || t('buyer.unnamed', { phone })}</strong>
          <span className={classes.quiet}>
            {[name && phone, buyer.level].filter(Boolean).join(' · ')}
          </span>
        </p>
        <p className={classes.owns}>
          <BonusChip>{bonuses(buyer.balance)}</BonusChip>
          {expiry ? (
            <span className={classes.quiet}>
              {t('buyer.expiry', { amount: number(expiry.amount), date: shortDay(expiry.date) })}
            </span>
          ) : null}
        </p>
        {hint ? <p className={classes.quiet}>{hint}</p> : null}
        {buyer.stamps.map((stamp) => (
          <StampLine key={stamp.promotion_id} card={stamp} />
        ))}
      </div>
      {buyer.birthday_soon ? (
        <span title={t('buyer.birthday')} role="img" aria-label={t('buyer.birthday')}>
          🎂
        </span>
      ) : null}
      <LeaveBuyer />
    </div>
  )
}
