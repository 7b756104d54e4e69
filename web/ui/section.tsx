/** What forms are laid out of: groups of fields under a heading, and fields side by side. */
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

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

/** Fields beside each other, where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className={classes.pair}>{children}</div>
)
