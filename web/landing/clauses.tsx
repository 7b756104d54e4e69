/** A legal text: a contents list and numbered clauses, readable and printable. */
import { useText } from '../text/text.ts'
import { usePageTitle } from '../ui/page-header.tsx'
import classes from './clauses.module.css'

type Props = {
  title: string
  lead: string
  clauses: { title: string; text: string }[]
}

export function Clauses({ title, lead, clauses }: Props) {
  const t = useText('public')
  usePageTitle(title)
  return (
    <article className={classes.text}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
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
          <p>{clause.text}</p>
        </section>
      ))}
    </article>
  )
}
