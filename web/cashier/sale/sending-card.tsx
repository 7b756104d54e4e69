/** What is known of a receipt whose answer did not come; never a guess. */
import { Alert, Button, Loader } from '@mantine/core'
import { Keys } from '../shell/kbd.tsx'
import { entered, mayRegister } from './entered.ts'
import { mayKeepInstead } from './keep.ts'
import { useSale } from './sale-context.ts'
import classes from './receipt.module.css'
import type { Sending } from './state.ts'
import { WaitingCard } from './waiting-card.tsx'

export function SendingCard({ sending }: { sending: Sending }) {
  const { t, dispatch, session } = useSale()
  if (sending.kind === 'awaiting') return <WaitingCard sending={sending} />
  if (sending.kind === 'unmade') {
    return (
      <div className={classes.lost}>
        <Alert color="kalyna">{t('sum.unmade')}</Alert>
        <Button
          className={classes.confirm}
          h={64}
          fullWidth
          justify="space-between"
          rightSection={<Keys>Enter ↵</Keys>}
          onClick={() => dispatch(entered(session))}
        >
          {t('sum.retry')}
        </Button>
        <KeepInstead />
      </div>
    )
  }
  const lost = sending.kind === 'unknown'
  return (
    <div className={classes.lost}>
      <p className={classes.waiting}>
        <Loader size={24} /> {t(lost ? 'sum.unknown' : 'sum.checking')}
      </p>
      {lost ? (
        <Button variant="default" h={48} fullWidth onClick={() => dispatch({ type: 'retried' })}>
          {t('sum.check_again')}
        </Button>
      ) : null}
      <KeepInstead />
    </div>
  )
}

/** The queue finds out what became of it, and the next buyer is served. */
function KeepInstead() {
  const { t, sale, dispatch, session } = useSale()
  if (!mayKeepInstead(sale)) return null
  return (
    <Button
      variant="default"
      h={48}
      fullWidth
      onClick={() => dispatch({ type: 'keeping_chosen', may_register: mayRegister(session) })}
    >
      {t('offline.save')}
    </Button>
  )
}
