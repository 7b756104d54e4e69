/** Which column is which field: guessed by the headings, said by the person. */
import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { SheetImport } from '#contract/sheet-import.ts'
import { useText } from '../../text/text.ts'
import classes from './import.module.css'
import type { ImportKind, Mapping, useImportStep } from './import-kind.ts'

type Props = {
  kind: ImportKind
  found: SheetImport
  step: ReturnType<typeof useImportStep>
}

export function ColumnsStep({ kind, found, step }: Props) {
  const t = useText('imports')
  const [mapping, setMapping] = useState<Mapping>(found.mapping)
  const [option, setOption] = useState(kind.option?.of(found) ?? false)
  const named = kind.needed.fields.some((field) => mapping[field] !== undefined)
  const fieldAt = (column: number) =>
    Object.keys(kind.fields).find((field) => mapping[field] === column)
  const set = (column: number, field: string) => {
    const next: Mapping = { ...mapping }
    const before = fieldAt(column)
    if (before) delete next[before]
    if (field) next[field] = column
    setMapping(next)
  }
  return (
    <>
      <div>
        <Text component="h3" fw={560}>
          {t('mapping')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('mapping.text')}
        </Text>
      </div>
      <table className={classes.map}>
        <thead>
          <tr>
            <th>{t('column')}</th>
            <th>{t('example')}</th>
            <th>{kind.field}</th>
          </tr>
        </thead>
        <tbody>
          {columnsOf(found).map(({ heading, column, key }) => (
            <tr key={key}>
              <td>{heading || `№ ${column + 1}`}</td>
              <td className={classes.example}>{exampleOf(found, column)}</td>
              <td>
                <NativeSelect
                  aria-label={heading || `№ ${column + 1}`}
                  value={fieldAt(column) ?? ''}
                  onChange={(event) => set(column, event.currentTarget.value)}
                  data={[
                    { value: '', label: t('skip') },
                    ...Object.entries(kind.fields).map(([value, label]) => ({ value, label })),
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {named ? null : (
        <Text role="alert" size="sm" c="kalyna">
          {kind.needed.sentence}
        </Text>
      )}
      {kind.option ? (
        <Checkbox
          label={kind.option.label}
          description={kind.option.text}
          checked={option}
          onChange={(event) => setOption(event.currentTarget.checked)}
        />
      ) : null}
      <Group justify="space-between">
        <DropButton kind={kind} found={found} step={step} />
        <Button
          loading={step.isPending}
          disabled={!named}
          onClick={() => step.mutate(() => kind.check(found.id, mapping, option))}
        >
          {t('check')}
        </Button>
      </Group>
    </>
  )
}

/** A heading may stand there twice: its place tells columns apart. */
const columnsOf = ({ headers }: SheetImport) =>
  headers.map((heading, column) => ({ heading, column, key: `${column} ${heading}` }))

const exampleOf = ({ sample }: SheetImport, column: number): string =>
  sample.map((cells) => cells[column]).find((cell) => cell !== undefined && cell !== '') ?? ''

/** Forgets the file; nothing has changed by then. */
export function DropButton({ kind, found, step }: Props) {
  const t = useText('imports')
  const drop = async () => {
    await kind.drop(found.id)
    return null
  }
  return (
    <Button variant="subtle" color="kalyna" onClick={() => step.mutate(drop)}>
      {t('drop')}
    </Button>
  )
}
