/** The made receipt, large, for a moment: the next scan or key goes on at once. */
import { Button } from '@mantine/core'
import { IconCheck, IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { BonusChip } from '../../ui/bonus-chip.tsx'
import { printReceipt } from '../print/print-receipt.tsx'
import { bonuses, bonusesPlus } from '../shell/bonuses.ts'
import { Keys } from '../shell/kbd.tsx'
import { useJoinCode } from './join-code.tsx'
import { useSale } from './sale-context.ts'
import classes from './receipt.module.css'
import type { MadeReceipt } from './state.ts'

const SHOWN_MS = 2500
/** How long the shortcut to cancel the receipt just made stays. */
const SHORTCUT_MS = 120_000

export function SuccessCard({ receipt }: { receipt: MadeReceipt }) {
  const { t, money, dispatch, session, cancel, pos } = useSale()
  // Asked for now, so that the slip has it.
  useJoinCode(pos.id)
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ type: 'success_seen' }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [dispatch])
  return (
    <div className={classes.done} data-testid="success">
      <span className={classes.tick} aria-hidden>
        <IconCheck size={40} stroke={2} />
      </span>
      <h2 className={classes.doneTitle}>{t('done.title')}</h2>
      <p className={classes.doneSum}>
        {t('done.to_pay', { amount: money(receipt.totals.to_pay) })}
      </p>
      {receipt.totals.cash_to_pay === receipt.totals.to_pay ? null : (
        <p className={classes.cash}>
          {t('sum.cash', { amount: money(receipt.totals.cash_to_pay) })}
        </p>
      )}
      {receipt.buyer ? (
        <p className={classes.doneBonuses}>
          <BonusChip size="lg">
            {bonusesPlus(receipt.totals.accrual + receipt.totals.gifts)}
          </BonusChip>
          <span>{t('done.balance', { amount: bonuses(receipt.balance_after ?? 0) })}</span>
        </p>
      ) : null}
      {receipt.registered ? <p className={classes.state}>{t('done.registered')}</p> : null}
      <div className={classes.doneActions}>
        <Button
          variant="default"
          h={48}
          leftSection={<IconPrinter size={20} stroke={1.75} />}
          rightSection={<Keys>P</Keys>}
          onClick={() => printReceipt(receipt, session)}
        >
          {t('done.print')}
        </Button>
        {session.manager.permissions.cancel ? (
          <Button variant="subtle" color="kalyna" h={48} onClick={() => cancel(receipt.receipt_id)}>
            {t('done.cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** The receipt made last as one line, with its two shortcuts. */
export function LastReceipt() {
  const { t, till, money, session, dispatch, cancel } = useSale()
  const last = till.last
  const at = last?.at
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(
      () => dispatch({ type: 'last_forgotten' }),
      at + SHORTCUT_MS - Date.now(),
    )
    return () => clearTimeout(timer)
  }, [at, dispatch])
  if (!last || last.shown) return null
  const { receipt } = last
  const amount = money(receipt.totals.to_pay)
  return (
    <div className={classes.last}>
      <span>
        {receipt.number
          ? t('done.last_number', { number: receipt.number, amount })
          : t('done.last', { amount })}
        {receipt.buyer ? ` · ${bonusesPlus(receipt.totals.accrual + receipt.totals.gifts)}` : ''}
      </span>
      <span className={classes.lastActions}>
        <Button variant="subtle" h={48} px="sm" onClick={() => printReceipt(receipt, session)}>
          {t('done.print')}
        </Button>
        {session.manager.permissions.cancel ? (
          <Button
            variant="subtle"
            color="kalyna"
            h={48}
            px="sm"
            onClick={() => cancel(receipt.receipt_id)}
          >
            {t('done.cancel')}
          </Button>
        ) : null}
      </span>
    </div>
  )
}
