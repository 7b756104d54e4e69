/** The frame of one chart: title, note, and the same figures as a table for who cannot read a picture. */
import { Button, Card, Group, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './chart-card.module.css'
import { useWords } from './words.tsx'

type Props = {
  title: string
  /** The zone, the unit: «Час: Київ». */
  note?: ReactNode
  /** Switches of the chart, right of the title. */
  controls?: ReactNode
  /** The chart; give it a fixed height so that nothing jumps. */
  children: ReactNode
  /** The same figures as a `<table>`. */
  table?: ReactNode
}

export function ChartCard({ title, note, controls, children, table }: Props) {
  const { word } = useWords()
  const [asTable, setAsTable] = useState(false)
  return (
    <Card component="section" className={classes.card}>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h3">
          {title}
        </Title>
        {controls}
      </Group>
      {asTable ? <div className={classes.table}>{table}</div> : children}
      <Group justify="space-between" gap="sm" mt="sm">
        <span className={classes.note}>{note}</span>
        {table ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setAsTable(!asTable)}>
            {word(asTable ? 'ui.show_chart' : 'ui.show_table')}
          </Button>
        ) : null}
      </Group>
    </Card>
  )
}
