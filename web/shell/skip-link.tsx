import { useText } from '../text/text.ts'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation, to the content. */
export function SkipLink() {
  const t = useText('shell')
  return (
    <a
      href="#content"
      className={classes.skip}
      onClick={(event) => {
        // The hash stays out of the address, which belongs to the router.
        event.preventDefault()
        // One selector for both would find the outer one first.
        const target =
          document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content')
        target?.setAttribute('tabindex', '-1')
        target?.focus()
      }}
    >
      {t('skip')}
    </a>
  )
}
