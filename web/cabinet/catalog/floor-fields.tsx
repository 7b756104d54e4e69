/** The minimum prices of one product: how they are told, where and when they hold. */
import { ActionIcon, Button, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Organization } from '../../shell/organizations.ts'
import { pointsQuery } from '../../shell/points.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import classes from './catalog.module.css'
import { KINDS, newRule, type RuleValues, type Values } from './product-values.ts'

const RULES_MAX = 20
const MARKUP_MAX = 1000

type Form = Pick<
  UseFormReturnType<Values>,
  'values' | 'getInputProps' | 'insertListItem' | 'removeListItem'
>
type Props = { organization: Organization; form: Form }

export function FloorFields({ organization, form }: Props) {
  const t = useText('catalog')
  const { min_prices } = form.values
  return (
    <Stack gap="sm">
      <div>
        <Text component="h3" fw={560} mt="sm">
          {t('floors.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('floors.hint')}
        </Text>
      </div>
      {min_prices.map((rule, at) => (
        <RuleFields key={rule.key} organization={organization} form={form} rule={rule} at={at} />
      ))}
      {min_prices.length < RULES_MAX ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={20} stroke={1.75} />}
          onClick={() => form.insertListItem('min_prices', newRule())}
        >
          {t('floors.add')}
        </Button>
      ) : null}
    </Stack>
  )
}

type RuleProps = Props & { rule: RuleValues; at: number }

function RuleFields({ organization, form, rule, at }: RuleProps) {
  const t = useText('catalog')
  const points = useQuery(pointsQuery(organization.id))
  const all = points.data?.items ?? []
  const field = (name: string) => form.getInputProps(`min_prices.${at}.${name}`)
  const number = at + 1
  return (
    <div className={classes.rule} role="group" aria-label={`${t('floors.title')} ${number}`}>
      <Select
        label={t('floor.kind')}
        allowDeselect={false}
        data={KINDS.map((kind) => ({ value: kind, label: t(`floor.kind.${kind}`) }))}
        {...field('kind')}
      />
      {rule.kind === 'absolute' ? (
        <MoneyInput label={t('floor.value')} {...field('value')} />
      ) : (
        <PercentInput
          label={t('floor.value')}
          max={rule.kind === 'cost_plus_percent' ? MARKUP_MAX : 100}
          {...field('value')}
        />
      )}
      {all.length > 1 || rule.pos_ids.length > 0 ? (
        <MultiSelect
          className={classes.wide}
          label={t('floors.pos')}
          placeholder={rule.pos_ids.length ? undefined : t('floors.pos.all')}
          data={all.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('pos_ids')}
        />
      ) : null}
      <TextInput type="date" label={t('floors.from')} {...field('date_from')} />
      <TextInput type="date" label={t('floors.to')} {...field('date_to')} />
      <ActionIcon
        className={classes.wide}
        variant="subtle"
        color="kalyna"
        size={40}
        aria-label={t('floors.remove', { number })}
        onClick={() => form.removeListItem('min_prices', at)}
      >
        <IconTrash size={20} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
