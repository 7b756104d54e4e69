/** Pictures of the design language: receipt, phone, counter; strokes of 2 px, tokens as fills. */
import type { ReactNode } from 'react'
import classes from './landing-page.module.css'

const line = { stroke: 'var(--v-primary)', strokeWidth: 2, strokeLinejoin: 'round' } as const
const surface = { fill: 'var(--v-surface)', ...line } as const
const arc = {
  fill: 'none',
  stroke: 'var(--v-bonus-fill)',
  strokeWidth: 5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg width={120} height={96} viewBox="0 0 120 96" aria-hidden className={classes.part}>
      {children}
    </svg>
  )
}

/** Rules and reports: the receipt with its arc. */
export const ReceiptPicture = () => (
  <Picture>
    <path d="M26 8h52v76l-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5-6.5-5-6.5 5z" {...surface} />
    <g fill="var(--v-border)">
      <rect x="36" y="20" width="24" height="5" rx="2.5" />
      <rect x="36" y="32" width="32" height="5" rx="2.5" />
    </g>
    <rect x="36" y="46" width="32" height="14" rx="7" fill="var(--v-bonus-soft)" />
    <path d="M86 66c18-2 22-24 12-36" {...arc} />
    <path d="M99 42l-2-13-12 3" {...arc} />
  </Picture>
)

/** The card in a messenger. */
export const PhonePicture = () => (
  <Picture>
    <rect x="36" y="6" width="48" height="84" rx="9" {...surface} />
    <path d="M54 12h12" stroke="var(--v-border)" strokeWidth="3" strokeLinecap="round" />
    <rect x="43" y="22" width="26" height="14" rx="6" fill="var(--v-primary-soft)" />
    <rect x="51" y="41" width="26" height="14" rx="6" fill="var(--v-surface-2)" />
    <rect x="43" y="60" width="30" height="18" rx="6" fill="var(--v-bonus-soft)" />
    <circle cx="53" cy="69" r="4.5" fill="none" stroke="var(--v-bonus-fill)" strokeWidth="2.5" />
    <path d="M53 64.500a4.500 4.500 0 0 0 0 9z" fill="var(--v-bonus-fill)" />
  </Picture>
)

/** The counter of a shop, joined to the rest. */
export const CounterPicture = () => (
  <Picture>
    <rect x="16" y="52" width="88" height="34" rx="6" {...surface} />
    <rect x="26" y="18" width="40" height="26" rx="5" {...surface} />
    <path d="M46 44v8" {...line} fill="none" />
    <rect x="33" y="26" width="16" height="4" rx="2" fill="var(--v-border)" />
    <rect x="33" y="34" width="24" height="4" rx="2" fill="var(--v-bonus-fill)" />
    <path d="M80 52V30a8 8 0 0 1 16 0v4" {...arc} strokeWidth={4} />
    <rect x="26" y="64" width="36" height="6" rx="3" fill="var(--v-primary-soft)" />
  </Picture>
)
