/** One group of fields under its heading. */
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
