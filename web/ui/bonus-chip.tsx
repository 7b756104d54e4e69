/** An amount of bonuses: honey, the ◐ sign and the word, so that colour is never the only mark. */
import type { ReactNode } from 'react'
import classes from './bonus-chip.module.css'

type Props = {
  /** The amount with its unit: «230 бонусів». */
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
}

export function BonusChip({ children, size = 'md' }: Props) {
  return (
    <span className={classes.chip} data-size={size}>
      <span aria-hidden>◐</span>
      {children}
    </span>
  )
}
