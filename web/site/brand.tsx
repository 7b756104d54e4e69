/** The mark and the name; the way home. */
import classes from './brand.module.css'
import { useWords } from './words.ts'

export function Brand() {
  const t = useWords('shell')
  return (
    <a href="/" className={classes.brand} aria-label={t('nav.home')}>
      <svg width={30} height={30} viewBox="0 0 32 32" aria-hidden className={classes.mark}>
        <path
          d="M6 3h20v26l-3.3-2.2L19.4 29 16 26.8 12.6 29l-3.3-2.2L6 29z"
          fill="var(--v-primary)"
        />
        <g
          fill="none"
          stroke="var(--v-bonus-fill)"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M11 13a6 6 0 1 1 1.6 6" />
          <path d="M10.2 8.6l.6 4.8 4.6-1" />
        </g>
      </svg>
      <span>{t('brand')}</span>
    </a>
  )
}
