/** A buyer whom nobody can look up now: the phone or the card as it was typed or scanned. */
import { IconUserQuestion } from '@tabler/icons-react'
import { phone as printed } from '../../text/format.ts'
import type { Ask } from './codes.ts'
import { mayRegister } from './entered.ts'
import { LeaveBuyer } from './leave-buyer.tsx'
import { useSale } from './sale-context.ts'
import classes from './sale.module.css'

export function AwayBuyer({ ask }: { ask: Ask }) {
  const { t, session } = useSale()
  const by_phone = 'phone' in ask
  return (
    <div className={classes.buyer}>
      <span className={classes.avatar} aria-hidden>
        <IconUserQuestion size={24} stroke={1.75} />
      </span>
      <div className={classes.who}>
        <p className={classes.name}>
          <strong>
            {by_phone ? printed(ask.phone) : t('offline.card', { code: ask.promocode })}
          </strong>
        </p>
        <p className={classes.quiet}>
          {t(by_phone && mayRegister(session) ? 'offline.buyer_new' : 'offline.buyer')}
        </p>
      </div>
      <LeaveBuyer />
    </div>
  )
}
