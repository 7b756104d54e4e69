/** What an import does or did in numbers, and the rows it could not take. */
import { Anchor, Stack, Text } from '@mantine/core'
import type { SheetImport } from '#contract/sheet-import.ts'
import { number } from '../../text/format.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import { saveText } from '../../ui/save-text.ts'
import classes from './import.module.css'
import type { ImportKind } from './import-kind.ts'

type Props = { kind: ImportKind; found: SheetImport }

const ROWS_NAMED = 5

export function ImportCounts({ kind, found }: Props) {
  const t = useText('imports')
  const { created, updated, unchanged, failed, errors } = found
  const rows = [...new Set(errors.map(({ row }) => row))]
  const named = rows.slice(0, ROWS_NAMED).join(', ') + (rows.length > ROWS_NAMED ? '…' : '')
  const parts = [
    t('created', { count: created, amount: number(created) }),
    t('updated', { amount: number(updated) }),
    ...(unchanged > 0 ? [t('unchanged', { amount: number(unchanged) })] : []),
    t('failed', { count: failed, amount: number(failed) }),
  ]
  return (
    <div role="status">
      <Text fw={560}>
        {parts.join(', ')}
        {failed > 0 ? ` — ${t('error_rows', { rows: named })}` : ''}
      </Text>
      {kind.summary?.(found)}
    </div>
  )
}

export function ErrorRows({ kind, found }: Props) {
  const t = useText('imports')
  return (
    <Stack gap="xs" align="stretch">
      <Text size="sm" c="dimmed">
        {t('errors')}
      </Text>
      {/* What scrolls is reached by the keyboard: oxlint does not know of scrolling. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.errors} tabIndex={0} aria-label={t('errors')}>
        {found.errors.map(({ row, field, message, value }) => (
          <li key={`${row}-${field}`}>
            <span>{t('error_row', { row })}</span>
            <span>
              {field ? `${kind.fields[field]}${value ? ` «${value}»` : ''}: ` : ''}
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
        onClick={() => download(kind, found, t)}
      >
        {t('errors.download')}
      </Anchor>
    </Stack>
  )
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** A cell that a spreadsheet would run is text. */
const asText = (text: string) => quoted(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function download({ fields }: ImportKind, found: SheetImport, t: Words<'imports'>) {
  const head = [...[t('file.row'), t('file.field')], ...[t('file.value'), t('file.problem')]]
  const lines = found.errors.map(({ row, field, value, message }) => [
    ...[String(row), field ? (fields[field] ?? '') : '', value, message],
  ])
  const text = [head, ...lines].map((cells) => cells.map(asText).join(';')).join('\r\n')
  saveText(`${found.file_name} ${t('file.errors')}.csv`, 'text/csv', `\uFEFF${text}\r\n`)
}
