/** Who is signed in, and the ways on: organizations, account settings, log-out. */
import { useRef } from 'react'
import { paths } from '../shell/paths.ts'
import classes from './user-dropdown.module.css'
import { leave, type Visitor } from './visitor.ts'
import { useWords } from './words.ts'

export function UserDropdown({ visitor }: { visitor: Visitor }) {
  const t = useWords('shell')
  const box = useRef<HTMLDetailsElement>(null)
  const name = `${visitor.first_name} ${visitor.last_name}`.trim() || visitor.email
  const letter = (visitor.first_name || visitor.email).slice(0, 1).toLocaleUpperCase()
  const close = () => {
    if (box.current) box.current.open = false
  }
  return (
    // It only listens to what happens to the links inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={box}
      className={classes.box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary className={classes.button}>
        <span className="v-sr">{t('user.menu', { name })}</span>
        <span aria-hidden>{letter}</span>
      </summary>
      <div className={classes.list}>
        <p className={classes.who}>
          <strong>{name}</strong>
          <span>{visitor.email}</span>
        </p>
        <a href={paths.organizations}>{t('user.organizations')}</a>
        <a href={paths.account}>{t('user.account')}</a>
        <button type="button" onClick={() => void leave()}>
          {t('user.logout')}
        </button>
      </div>
    </details>
  )
}
