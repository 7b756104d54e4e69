import {
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TRIAL_DAYS, trialLengths } from '#contract/trial.ts'
import { call } from '../../api/call.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { refusalSentence, useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { type Tariff, tariffsQuery } from './queries.ts'

const LIMITS = ['pos', 'cashiers', 'buyers', 'messages', 'bots'] as const
const FEATURES = [
  'cashback',
  'promotions',
  'segments',
  'mailings',
  'bots',
  'reports',
  'api',
  'support',
] as const
type Limit = (typeof LIMITS)[number]
type Values = {
  name: string
  period: 'month' | 'year'
  price: number | ''
  position: number | ''
  on_sale: boolean
  trial_days: string
  limits: Record<Limit, number | ''>
  features: string[]
}

const valuesOf = (tariff: Tariff | 'new'): Values =>
  tariff === 'new'
    ? {
        ...{ name: '', period: 'month', price: '', position: 10, on_sale: true },
        trial_days: String(TRIAL_DAYS),
        limits: { pos: '', cashiers: '', buyers: '', messages: '', bots: '' },
        features: ['cashback'],
      }
    : {
        ...tariff,
        trial_days: String(tariff.trial_days),
        limits: Object.fromEntries(
          LIMITS.map((kind) => [kind, tariff.limits[kind] ?? '']),
        ) as Values['limits'],
      }

/** An empty field is no limit. */
const bodyOf = ({ name, price, position, on_sale, limits, features, trial_days }: Values) => ({
  ...{ name, on_sale, price: Number(price), position: Number(position) },
  trial_days: trialLengths.find((days) => String(days) === trial_days) ?? TRIAL_DAYS,
  limits: Object.fromEntries(
    LIMITS.map((kind) => [kind, limits[kind] === '' ? null : limits[kind]]),
  ) as Record<Limit, number | null>,
  features: FEATURES.filter((feature) => features.includes(feature)),
})

type Props = { tariff: Tariff | 'new'; onClose: () => void }

export function TariffForm({ tariff, onClose }: Props) {
  const t = useText('admin')
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: valuesOf(tariff),
    validate: {
      name: (name) => (name.trim().length > 1 ? null : t('error.name')),
      // An empty field would be sold for nothing.
      price: (price) => (price === '' ? (refusalSentence('required') ?? '!') : null),
    },
  })
  const save = useMutation({
    mutationFn: (values: Values) =>
      tariff === 'new'
        ? call('POST /api/v1/admin/tariffs', { body: { ...bodyOf(values), period: values.period } })
        : call('PATCH /api/v1/admin/tariffs/{tariff_id}', {
            params: { tariff_id: tariff.id },
            body: { ...bodyOf(values), version: tariff.version },
          }),
    async onSuccess() {
      onClose()
      toast.done(t('saved'))
      await client.invalidateQueries({ queryKey: tariffsQuery.queryKey })
      await client.invalidateQueries({ queryKey: ['tariffs'] })
    },
    onError(error) {
      form.setErrors(fieldSentences(error))
      toast.problem(error)
      // Opened again, it shows what somebody else has saved meanwhile.
      void client.invalidateQueries({ queryKey: tariffsQuery.queryKey })
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <TextInput
          label={t('tariffs.name')}
          maxLength={40}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <NativeSelect
            label={t('tariffs.period')}
            disabled={tariff !== 'new'}
            data={(['month', 'year'] as const).map((value) => ({ value, label: t(value) }))}
            {...form.getInputProps('period')}
          />
          <MoneyInput label={t('tariffs.price')} {...form.getInputProps('price')} />
          <NumberInput
            label={t('tariffs.position')}
            min={0}
            allowDecimal={false}
            {...form.getInputProps('position')}
          />
        </SimpleGrid>
        <NativeSelect
          label={t('tariffs.trial_days')}
          description={t('tariffs.trial_hint')}
          data={trialLengths.map(String)}
          {...form.getInputProps('trial_days')}
        />
        <SimpleGrid cols={{ base: 2, xs: 3 }}>
          {LIMITS.map((kind) => (
            <NumberInput
              key={kind}
              label={t(`limit.${kind}`)}
              min={0}
              allowDecimal={false}
              thousandSeparator=" "
              {...form.getInputProps(`limits.${kind}`)}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t('tariffs.no_limit')}
        </Text>
        <Checkbox.Group label={t('features')} {...form.getInputProps('features')}>
          <SimpleGrid cols={{ base: 2, xs: 3 }} mt="xs">
            {FEATURES.map((feature) => (
              <Checkbox key={feature} value={feature} label={t(`feature.${feature}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Switch
          label={t('tariffs.on_sale')}
          {...form.getInputProps('on_sale', { type: 'checkbox' })}
        />
        {tariff === 'new' ? null : (
          <Text size="sm" c="dimmed">
            {t('tariffs.kept')}
          </Text>
        )}
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </Stack>
    </form>
  )
}
