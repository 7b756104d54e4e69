/** Which column is which field: guessed by the headings, said by the person. */
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { importFields, type ImportField } from './import-fields.ts'
import type { Organization } from '../../shell/organizations.ts'
import { useText } from '../../text/text.ts'
import classes from './catalog.module.css'
import { DropButton } from './drop-button.tsx'
import { importSteps, type Mapping, type ProductImport, type useImportStep } from './queries.ts'

type Props = {
  organization: Organization
  found: ProductImport
  step: ReturnType<typeof useImportStep>
}

export function ColumnsStep({ found, step }: Props) {
  const t = useText('catalog')
  const [mapping, setMapping] = useState<Mapping>(found.mapping)
  const named = [mapping.name, mapping.barcode, mapping.sku].some((column) => column !== undefined)
  const fieldAt = (column: number) => importFields.find((field) => mapping[field] === column)
  const set = (column: number, field: ImportField | undefined) => {
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
          {t('imp.mapping')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('imp.mapping.text')}
        </Text>
      </div>
      <table className={classes.map}>
        <thead>
          <tr>
            <th>{t('imp.column')}</th>
            <th>{t('imp.example')}</th>
            <th>{t('imp.field')}</th>
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
                  onChange={(event) => {
                    const chosen = event.currentTarget.value
                    set(
                      column,
                      importFields.find((field) => field === chosen),
                    )
                  }}
                  data={[
                    { value: '', label: t('imp.skip') },
                    ...importFields.map((field) => ({ value: field, label: t(`field.${field}`) })),
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {named ? null : (
        <Text role="alert" size="sm" c="kalyna">
          {t('imp.no_name')}
        </Text>
      )}
      <Group justify="space-between">
        <DropButton found={found} step={step} />
        <Button
          loading={step.isPending}
          disabled={!named}
          onClick={() => step.mutate(() => importSteps.check(found.id, mapping))}
        >
          {t('imp.check')}
        </Button>
      </Group>
    </>
  )
}

/** A heading may stand there twice: its place tells columns apart. */
const columnsOf = ({ headers }: ProductImport) =>
  headers.map((heading, column) => ({ heading, column, key: `${column} ${heading}` }))

const exampleOf = ({ sample }: ProductImport, column: number): string =>
  sample.map((cells) => cells[column]).find((cell) => cell !== undefined && cell !== '') ?? ''
