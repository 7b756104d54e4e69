/** «Чек очищено. [Повернути]» for five seconds. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useSale } from './sale-context.ts'
import classes from './sale.module.css'

const UNDO_MS = 5000

export function ClearedBar() {
  const { t, till, dispatch } = useSale()
  const { cleared } = till
  useEffect(() => {
    if (!cleared) return
    const timer = setTimeout(() => dispatch({ type: 'clear_forgotten' }), UNDO_MS)
    return () => clearTimeout(timer)
  }, [cleared, dispatch])
  if (!cleared) return null
  return (
    <div className={classes.cleared} role="status">
      {t('clear.done')}
      <Button
        variant="white"
        color="dark"
        h={40}
        onClick={() => dispatch({ type: 'clear_undone' })}
      >
        {t('clear.undo')}
      </Button>
    </div>
  )
}
