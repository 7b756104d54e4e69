import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { Keys } from '../shell/kbd.tsx'
import { focusStep, useSale } from './sale-context.ts'
import classes from './sale.module.css'

/** Lets the buyer go and leads back to naming one. */
export function LeaveBuyer() {
  const { t, dispatch } = useSale()
  const leave = () => {
    flushSync(() => {
      dispatch({ type: 'went', stage: 'amount' })
      dispatch({ type: 'stepped_back' })
    })
    focusStep('buyer')
  }
  return (
    <span className={classes.leave}>
      <Keys>Esc</Keys>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={48}
        aria-label={t('buyer.change')}
        onClick={leave}
      >
        <IconX size={20} stroke={1.75} />
      </ActionIcon>
    </span>
  )
}
