/** The rows of a file that were left out, and why. */
import { useText } from '../../text/text.ts'
import type { ReplayAnswer } from './replay-queries.ts'

const SHOWN = 20

export function RowErrors({ found }: { found: ReplayAnswer }) {
  const t = useText('replay')
  if (found.rows_failed === 0) return null
  return (
    <details>
      <summary>{t('rows_failed', { count: found.rows_failed })}</summary>
      <ul>
        {found.errors.slice(0, SHOWN).map(({ row, message, value }) => (
          <li key={row}>
            {t('row', { row, message })} {value}
          </li>
        ))}
      </ul>
    </details>
  )
}
