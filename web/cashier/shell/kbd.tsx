/** The key of a button, as a hint; hidden where there is no keyboard. */
import classes from './kbd.module.css'

export function Keys({ children }: { children: string }) {
  return (
    <kbd className={classes.kbd} aria-hidden>
      {children}
    </kbd>
  )
}
