/** A buyer whom nobody can look up now: the phone or the card as it was typed or scanned. */
import { ActionIcon } from '@mantine/core'
import { IconUserQuestion, IconX } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { phone as printed } from '../../text/format.ts'
import { Keys } from '../shell/kbd.tsx'
import type { Ask } from './codes.ts'
import { mayRegister } from './entered.ts'
import { focusStep, useSale } from './sale-context.ts'
import classes from './sale.module.css'

export function AwayBuyer({ ask }: { ask: Ask }) {
  const { t, dispatch, session } = useSale()
  const by_phone = 'phone' in ask
  const change = () => {
    flushSync(() => {
      dispatch({ type: 'went', stage: 'amount' })
      dispatch({ type: 'stepped_back' })
    })
    focusStep('buyer')
  }
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
      <span className={classes.leave}>
        <Keys>Esc</Keys>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={48}
          aria-label={t('buyer.change')}
          onClick={change}
        >
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </span>
    </div>
  )
}
