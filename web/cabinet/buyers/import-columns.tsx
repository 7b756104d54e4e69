/** Which column is which field: guessed by the headings, said by the person. */
import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { useText } from '../../text/text.ts'
import classes from './import.module.css'
import {
  type BuyerField,
  type BuyerImport,
  buyerFields,
  importSteps,
  type Mapping,
  type useImportStep,
} from './import-queries.ts'

type Props = {
  organization: Organization
  found: BuyerImport
  step: ReturnType<typeof useImportStep>
}

export function ColumnsStep({ found, step }: Props) {
  const t = useText('moving')
  const [mapping, setMapping] = useState<Mapping>(found.mapping)
  const [gifts, setGifts] = useState(found.gifts)
  const named = mapping.phone !== undefined
  const fieldAt = (column: number) => buyerFields.find((field) => mapping[field] === column)
  const set = (column: number, field: BuyerField | undefined) => {
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
                      buyerFields.find((field) => field === chosen),
                    )
                  }}
                  data={[
                    { value: '', label: t('imp.skip') },
                    ...buyerFields.map((field) => ({ value: field, label: t(`field.${field}`) })),
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {named ? null : (
        <Text role="alert" size="sm" c="kalyna">
          {t('imp.no_phone')}
        </Text>
      )}
      <Checkbox
        label={t('imp.gifts')}
        description={t('imp.gifts.text')}
        checked={gifts}
        onChange={(event) => setGifts(event.currentTarget.checked)}
      />
      <Group justify="space-between">
        <DropButton found={found} step={step} />
        <Button
          loading={step.isPending}
          disabled={!named}
          onClick={() => step.mutate(() => importSteps.check(found.id, mapping, gifts))}
        >
          {t('imp.check')}
        </Button>
      </Group>
    </>
  )
}

/** A heading may stand there twice: its place tells columns apart. */
const columnsOf = ({ headers }: BuyerImport) =>
  headers.map((heading, column) => ({ heading, column, key: `${column} ${heading}` }))

const exampleOf = ({ sample }: BuyerImport, column: number): string =>
  sample.map((cells) => cells[column]).find((cell) => cell !== undefined && cell !== '') ?? ''

/** Forgets the file; nothing of the buyers has changed by then. */
export function DropButton({ found, step }: Pick<Props, 'found' | 'step'>) {
  const t = useText('moving')
  return (
    <Button
      variant="subtle"
      color="kalyna"
      onClick={() => step.mutate(() => importSteps.drop(found.id))}
    >
      {t('imp.drop')}
    </Button>
  )
}
