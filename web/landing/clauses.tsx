/** A legal text: a contents list and numbered clauses, readable and printable. */
import type { ReactNode } from 'react'
import { PageTitle } from '../site/layout.tsx'
import { useWords } from '../site/words.ts'
import classes from './clauses.module.css'

type Props = {
  title: string
  lead: string
  /** Stands between the lead and the contents. */
  notice?: ReactNode
  clauses: { title: string; body: ReactNode }[]
}

export function Clauses({ title, lead, notice, clauses }: Props) {
  const t = useWords('public')
  return (
    <article className={classes.text}>
      <PageTitle>{title}</PageTitle>
      <p className={classes.lead}>{lead}</p>
      {notice}
      <nav aria-label={t('toc')} className={classes.contents}>
        <ol>
          {clauses.map((clause, index) => (
            <li key={clause.title}>
              <a href={`#clause-${index + 1}`}>{clause.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {clauses.map((clause, index) => (
        <section key={clause.title} id={`clause-${index + 1}`}>
          <h2>
            {index + 1}. {clause.title}
          </h2>
          {clause.body}
        </section>
      ))}
    </article>
  )
}
