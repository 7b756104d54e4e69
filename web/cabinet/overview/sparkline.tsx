/** The course of a figure by days, without axes; the chart below has the numbers. */
import classes from './overview.module.css'

const WIDTH = 120
const HEIGHT = 32

export function Sparkline({ values }: { values: (number | null)[] }) {
  // A day without receipts has no average: it is passed over, not drawn as zero.
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.every((value) => value === known[0])) {
    return <svg className={classes.spark} aria-hidden />
  }
  const top = Math.max(...known)
  const bottom = Math.min(0, ...known)
  const points = known.map((value, index) => {
    const x = (index / (known.length - 1)) * WIDTH
    const y = HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon
        points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
        fill="var(--v-chart-1)"
        fillOpacity={0.08}
      />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--v-chart-1)"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
