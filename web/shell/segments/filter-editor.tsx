/** Sets of conditions: what joins them, what they ask, and groups beside them. */
import { ActionIcon, Button, Menu, NativeSelect, Text } from '@mantine/core'
import { IconPlus, IconStack2, IconTrash, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../text/text.ts'
import { ConditionInputs } from './condition-inputs.tsx'
import { begun, type Conditions, type Filter, type Kind, KINDS, kindsOf } from './filter.ts'
import { PeriodInput } from './period-input.tsx'
import classes from './segments.module.css'

const GROUPS_MAX = 8

type Props = { organization_id: string; value: Filter; onChange: (value: Filter) => void }

export function FilterEditor({ organization_id, value, onChange }: Props) {
  const t = useText('segments')
  const { groups = [], ...own } = value
  const setGroups = (next: Conditions[]) =>
    onChange(next.length > 0 ? { ...own, groups: next } : own)
  return (
    <div className={classes.editor}>
      <SetEditor
        organization_id={organization_id}
        value={own}
        onChange={(set) => onChange(groups.length > 0 ? { ...set, groups } : set)}
      />
      {[...groups.entries()].map(([index, group]) => (
        <section
          key={`group ${index}`}
          className={classes.group}
          aria-label={t('group', { number: index + 1 })}
        >
          <header className={classes.group_head}>
            <strong>{t('group', { number: index + 1 })}</strong>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('group.remove', { number: index + 1 })}
              onClick={() => setGroups(groups.toSpliced(index, 1))}
            >
              <IconTrash size={20} stroke={1.75} />
            </ActionIcon>
          </header>
          <SetEditor
            organization_id={organization_id}
            value={group}
            onChange={(set) => setGroups(groups.with(index, set))}
          />
        </section>
      ))}
      {groups.length < GROUPS_MAX ? (
        <Button
          className={classes.start}
          variant="subtle"
          leftSection={<IconStack2 size={20} stroke={1.75} />}
          onClick={() => setGroups([...groups, { match: 'all' }])}
        >
          {t('group.add')}
        </Button>
      ) : null}
    </div>
  )
}

type SetProps = {
  organization_id: string
  value: Conditions
  onChange: (value: Conditions) => void
}

function SetEditor({ organization_id, value, onChange }: SetProps) {
  const t = useText('segments')
  const kinds = kindsOf(value)
  const set = <K extends Kind>(kind: K, next: Conditions[K]) => onChange({ ...value, [kind]: next })
  const drop = (kind: Kind) => {
    const { [kind]: _gone, ...rest } = value
    onChange(rest)
  }
  return (
    <>
      {kinds.length > 1 ? (
        <NativeSelect
          size="md"
          label={t('match')}
          value={value.match ?? 'all'}
          onChange={(event) =>
            onChange({ ...value, match: event.currentTarget.value === 'any' ? 'any' : 'all' })
          }
          data={(['all', 'any'] as const).map((one) => ({ value: one, label: t(`match.${one}`) }))}
        />
      ) : null}
      {kinds.length === 0 ? <Text c="dimmed">{t('none')}</Text> : null}
      {kinds.map((kind) => (
        <Row
          key={kind}
          organization_id={organization_id}
          kind={kind}
          value={value[kind]}
          onChange={(next) => set(kind, next)}
          onRemove={() => drop(kind)}
        />
      ))}
      {kinds.some((kind) => shopping.has(kind)) ? (
        <PeriodInput
          value={value.period}
          onChange={(period) => {
            const { period: _gone, ...rest } = value
            onChange(period === undefined ? rest : { ...rest, period })
          }}
        />
      ) : null}
      <AddCondition taken={kinds} onAdd={(kind) => set(kind, begun[kind])} />
    </>
  )
}

/** Conditions that the period of their set is about. */
const shopping = new Set<Kind>([
  'positive_barcodes',
  'negative_barcodes',
  'categories',
  'receipts_count',
  'turnover',
  'average_receipt',
  'pos',
  'spent_bonuses',
])

type RowProps<K extends Kind> = {
  organization_id: string
  kind: K
  value: Conditions[K]
  onChange: (value: NonNullable<Conditions[K]>) => void
  onRemove: () => void
}

function Row<K extends Kind>({ organization_id, kind, value, onChange, onRemove }: RowProps<K>) {
  const t = useText('segments')
  const id = useId()
  const title = t(`kind.${kind}`)
  return (
    <div role="group" aria-labelledby={id} className={classes.row}>
      <header className={classes.row_head}>
        <strong id={id}>{title}</strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('remove', { name: title })}
          onClick={onRemove}
        >
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </header>
      <ConditionInputs
        kind={kind}
        organization_id={organization_id}
        title={title}
        value={value ?? begun[kind]}
        onChange={onChange}
      />
      {kind === 'churn_risk' ? (
        <Text size="sm" c="dimmed">
          {t('churn.hint')}
        </Text>
      ) : null}
    </div>
  )
}

function AddCondition({ taken, onAdd }: { taken: Kind[]; onAdd: (kind: Kind) => void }) {
  const t = useText('segments')
  return (
    <Menu position="bottom-start" shadow="md" width={320}>
      <Menu.Target>
        <Button
          className={classes.start}
          variant="default"
          leftSection={<IconPlus size={20} stroke={1.75} />}
        >
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {(['shopping', 'people', 'bonuses'] as const).map((area) => {
          const left = KINDS[area].filter((kind) => !taken.includes(kind))
          if (left.length === 0) return null
          return [
            <Menu.Label key={area}>{t(`add.${area}`)}</Menu.Label>,
            ...left.map((kind) => (
              <Menu.Item key={kind} onClick={() => onAdd(kind)}>
                {t(`kind.${kind}`)}
              </Menu.Item>
            )),
          ]
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
