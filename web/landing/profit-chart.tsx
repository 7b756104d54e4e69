/** Profit of one sale as bars, each with its figure; the table says the same in words. */
import type { Offer } from '#contract/profit-rules.ts'
import { useFigures } from '../site/figures.ts'
import { useWords } from '../site/words.ts'
import classes from './profit.module.css'

export type Column = { name: string; offer: Offer; first_price?: number }

const WIDTH = 560
const ROW = 52
const NAME = 150
const FIGURE = 110

export function ProfitChart({ columns }: { columns: Column[] }) {
  const t = useWords('profit')
  const { money } = useFigures()
  const most = Math.max(...columns.map(({ offer }) => Math.abs(offer.profit)), 1e-9)
  const room = WIDTH - NAME - FIGURE
  return (
    <figure className={classes.chart}>
      <figcaption>{t('chart')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${columns.length * ROW}`} aria-hidden>
        {columns.map(({ name, offer, first_price }, index) => {
          const width = (Math.abs(offer.profit) / most) * room
          const kind = offer.profit < 0 ? 'loss' : first_price === undefined ? 'plain' : 'cashback'
          return (
            <g key={name} transform={`translate(0 ${index * ROW})`}>
              <text x={0} y={ROW / 2 + 5}>
                {name}
              </text>
              <rect
                x={NAME}
                y={8}
                width={Math.max(2, width)}
                height={ROW - 16}
                rx={6}
                className={classes[kind]}
              />
              <text x={NAME + width + 10} y={ROW / 2 + 5} className={classes.figure}>
                {money(offer.profit)}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
