/** The motif of the product: a torn receipt and the arc by which a part of it comes back. */
import { useFigures } from '../site/figures.ts'
import { useWords } from '../site/words.ts'
import classes from './landing-page.module.css'

export function ReturningReceipt() {
  const t = useWords('landing')
  const { money } = useFigures()
  return (
    <svg className={classes.picture} viewBox="0 0 330 300" aria-hidden>
      <path
        d="M70 20h150v236l-15-10-15 10-15-10-15 10-15-10-15 10-15-10-15 10-15-10-15 10z"
        fill="var(--v-surface)"
        stroke="var(--v-border)"
        strokeWidth="2"
      />
      <g fill="var(--v-border)">
        <rect x="90" y="52" width="70" height="8" rx="4" />
        <rect x="90" y="76" width="110" height="8" rx="4" />
        <rect x="90" y="100" width="94" height="8" rx="4" />
      </g>
      <text x="90" y="150" fontSize="15" fill="var(--v-text-2)">
        {t('hero.picture_pay')}
      </text>
      <text x="90" y="181" fontSize="24" fontWeight="680" fill="var(--v-text)">
        {money(340)}
      </text>
      <rect x="90" y="198" width="114" height="28" rx="14" fill="var(--v-bonus-soft)" />
      <text
        x="147"
        y="217"
        fontSize="14"
        fontWeight="640"
        textAnchor="middle"
        fill="var(--v-bonus-text)"
      >
        {t('hero.picture_bonus')}
      </text>
      <g
        fill="none"
        stroke="var(--v-bonus-fill)"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M236 214c56 0 78-44 66-86s-62-58-92-30" />
        <path d="M206 78l2 24 24-3" />
      </g>
    </svg>
  )
}
