/** One figure: its name, the number, and what it is compared with. Honey is for bonuses only. */
import { Card, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type Props = {
  label: string
  value: ReactNode
  /** A line under the number: a comparison or an explanation. */
  note?: ReactNode
  /** How the figure is counted; shown on hover and focus. */
  definition?: string
  bonus?: boolean
  /** A sparkline or a small chart. */
  children?: ReactNode
}

export function StatCard({ label, value, note, definition, bonus, children }: Props) {
  const name = <span className={classes.label}>{label}</span>
  return (
    <Card padding="md" className={classes.card}>
      {definition ? (
        <Tooltip label={definition} multiline maw={280}>
          <button type="button" className={classes.defined} aria-label={`${label}: ${definition}`}>
            {label}
          </button>
        </Tooltip>
      ) : (
        name
      )}
      <strong className={classes.value} data-bonus={bonus || undefined}>
        {value}
      </strong>
      {note ? <span className={classes.note}>{note}</span> : null}
      {children}
    </Card>
  )
}
