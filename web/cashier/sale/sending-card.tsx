/** What is known of a receipt whose answer did not come; never a guess. */
import { Alert, Button, Loader } from '@mantine/core'
import { Keys } from '../shell/kbd.tsx'
import { useSale } from './sale-context.ts'
import classes from './receipt.module.css'
import type { Sending } from './state.ts'
import { WaitingCard } from './waiting-card.tsx'

export function SendingCard({ sending }: { sending: Sending }) {
  const { t, dispatch, session } = useSale()
  if (sending.kind === 'checking') {
    return (
      <p className={classes.waiting}>
        <Loader size={24} /> {t('sum.checking')}
      </p>
    )
  }
  if (sending.kind === 'unknown') {
    return (
      <div className={classes.lost}>
        <p className={classes.waiting}>
          <Loader size={24} /> {t('sum.unknown')}
        </p>
        <Button variant="default" h={48} fullWidth onClick={() => dispatch({ type: 'retried' })}>
          {t('sum.check_again')}
        </Button>
      </div>
    )
  }
  if (sending.kind === 'awaiting') return <WaitingCard sending={sending} />
  return (
    <div className={classes.lost}>
      <Alert color="kalyna">{t('sum.unmade')}</Alert>
      <Button
        className={classes.confirm}
        h={64}
        fullWidth
        justify="space-between"
        rightSection={<Keys>Enter ↵</Keys>}
        onClick={() => dispatch({ type: 'entered', may_spend: session.manager.permissions.spend })}
      >
        {t('sum.retry')}
      </Button>
    </div>
  )
}
