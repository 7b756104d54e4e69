/** A sale that was kept on this device: it is safe, and the next one begins. */
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useQueue } from '../queue/queue.ts'
import { useSale } from './sale-context.ts'
import classes from './receipt.module.css'

const SHOWN_MS = 2500

export function KeptCard({ gross }: { gross: number }) {
  const { t, money, dispatch } = useSale()
  const { count } = useQueue().summary
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ type: 'kept_seen' }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [dispatch])
  return (
    <div className={classes.done} data-testid="kept">
      <span className={classes.tick} data-kept aria-hidden>
        <IconDeviceFloppy size={40} stroke={1.75} />
      </span>
      <h2 className={classes.doneTitle}>{t('offline.done')}</h2>
      <p className={classes.doneSum}>{t('done.to_pay', { amount: money(gross / 100) })}</p>
      <p className={classes.kept}>{t('offline.done_text', { count })}</p>
    </div>
  )
}
