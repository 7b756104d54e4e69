/** What stands at an address where nothing is, and in place of a page that could not be made. */
import { PageTitle } from './layout.tsx'
import classes from './lost-pages.module.css'
import type { SitePage } from './site.ts'
import { useWords } from './words.ts'

/** A receipt torn in two: the arc leads nowhere. */
function TornReceipt() {
  return (
    <svg width={220} height={200} viewBox="0 0 220 200" aria-hidden className={classes.picture}>
      <g fill="var(--v-surface)" stroke="var(--v-border)" strokeWidth="2" strokeLinejoin="round">
        <path d="M50 12h104v74l-13 9-13-9-13 9-13-9-13 9-13-9-13 9-13-9z" />
        <path d="M58 118l13-9 13 9 13-9 13 9 13-9 13 9 13-9 13 9v60l-13-8-13 8-13-8-13 8-13-8-13 8-13-8-13 8z" />
      </g>
      <g fill="var(--v-border)">
        <rect x="66" y="34" width="48" height="7" rx="3.5" />
        <rect x="66" y="54" width="72" height="7" rx="3.5" />
        <rect x="74" y="138" width="60" height="7" rx="3.5" />
      </g>
      <path
        d="M172 60c26 10 30 44 8 60"
        fill="none"
        stroke="var(--v-bonus-fill)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="2 14"
      />
    </svg>
  )
}

function Lost({ title, text }: { title: string; text: string }) {
  const t = useWords('shell')
  return (
    <div className={classes.lost}>
      <TornReceipt />
      <PageTitle>{title}</PageTitle>
      <p>{text}</p>
      <a href="/" className="v-button" data-size="lg">
        {t('lost.back_home')}
      </a>
    </div>
  )
}

function Missing() {
  const t = useWords('shell')
  return <Lost title={t('not_found.title')} text={t('not_found.text')} />
}

function Failure() {
  const t = useWords('shell')
  return <Lost title={t('crash.title')} text={t('problem.internal')} />
}

export const missingPage: SitePage = {
  areas: [],
  title: ({ t }) => t('shell')('not_found.title'),
  description: () => '',
  Page: Missing,
  missing: () => true,
}

export const failurePage: SitePage = {
  areas: [],
  title: ({ t }) => t('shell')('crash.title'),
  description: () => '',
  Page: Failure,
  missing: () => true,
}
