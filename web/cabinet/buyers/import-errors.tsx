/** What an import does or did in numbers, and the rows it could not take. */
import { Anchor, Stack, Text } from '@mantine/core'
import { number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './import.module.css'
import type { BuyerImport } from './import-queries.ts'

const ROWS_NAMED = 5

export function ImportCounts({ found }: { found: BuyerImport }) {
  const t = useText('moving')
  const { created, updated, unchanged, failed, errors, balances, balances_kept, status } = found
  const rows = [...new Set(errors.map(({ row }) => row))]
  const named = rows.slice(0, ROWS_NAMED).join(', ') + (rows.length > ROWS_NAMED ? '…' : '')
  const parts = [
    t('imp.created', { count: created, amount: number(created) }),
    t('imp.updated', { amount: number(updated) }),
    ...(unchanged > 0 ? [t('imp.unchanged', { amount: number(unchanged) })] : []),
    t('imp.failed', { count: failed, amount: number(failed) }),
  ]
  const bonuses = { sum: number(found.balance_sum), amount: number(balances) }
  return (
    <div role="status">
      <Text fw={560}>
        {parts.join(', ')}
        {failed > 0 ? ` — ${t('imp.error_rows', { rows: named })}` : ''}
      </Text>
      {balances > 0 ? (
        <Text>{t(status === 'done' ? 'imp.balances.done' : 'imp.balances', bonuses)}</Text>
      ) : null}
      {balances_kept > 0 ? (
        <Text size="sm" c="dimmed">
          {t('imp.kept', { amount: number(balances_kept) })}
        </Text>
      ) : null}
    </div>
  )
}

export function ErrorRows({ found }: { found: BuyerImport }) {
  const t = useText('moving')
  return (
    <Stack gap="xs" align="stretch">
      <Text size="sm" c="dimmed">
        {t('imp.errors')}
      </Text>
      {/* What scrolls is reached by the keyboard: oxlint does not know of scrolling. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.errors} tabIndex={0} aria-label={t('imp.errors')}>
        {found.errors.map(({ row, field, message, value }) => (
          <li key={`${row}-${field}`}>
            <span>{t('imp.error_row', { row })}</span>
            <span>
              {field ? `${t(`field.${field}`)}${value ? ` «${value}»` : ''}: ` : ''}
              {message}
            </span>
          </li>
        ))}
      </ul>
      <Anchor
        component="button"
        type="button"
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => download(found, t)}
      >
        {t('imp.errors.download')}
      </Anchor>
    </Stack>
  )
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** A cell that a spreadsheet would run is text. */
const asText = (text: string) => quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function download(found: BuyerImport, t: ReturnType<typeof useText<'moving'>>) {
  const head = [
    ...[t('imp.file.row'), t('imp.file.field')],
    ...[t('imp.file.value'), t('imp.file.problem')],
  ]
  const lines = found.errors.map(({ row, field, value, message }) => [
    ...[String(row), field ? t(`field.${field}`) : '', value, message],
  ])
  const text = [head, ...lines].map((cells) => cells.map(asText).join(';')).join('\r\n')
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${found.file_name} ${t('imp.file.errors')}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
