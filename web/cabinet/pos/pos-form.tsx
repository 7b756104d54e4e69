/** The data of a point of sale: a new one's or an existing one's. */
import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { normalizePhone, printPhone } from '#contract/phone.ts'
import { CitySelect } from '../../shell/city-select.tsx'
import type { Organization } from '../../shell/organizations.ts'
import type { Point } from '../../shell/points.ts'
import { ProblemLine } from '../../shell/problem-line.tsx'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { refusalSentence, type Text as Words, useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { useSavePos } from './queries.ts'
import { ScheduleFields } from './schedule-fields.tsx'

const TYPES = ['shop', 'cafe', 'online', 'service'] as const

function valuesOf(organization: Organization, point: Point | undefined) {
  return {
    name: point?.name ?? '',
    type: point?.type ?? 'shop',
    city_id: (point ?? organization).city_id,
    address: point?.address ?? '',
    phone: point?.phone ? printPhone(point.phone) : '',
    external_code: point?.external_code ?? '',
    schedule: point?.schedule ?? Array.from({ length: 7 }, () => ({ from: '09:00', to: '18:00' })),
  }
}
type Values = ReturnType<typeof valuesOf>

const rulesOf = (t: Words<'pos'>) => ({
  name: (name: string) =>
    name.trim().length < 2 || name.trim().length > 60 ? t('field.name.error') : null,
  address: (address: string) => {
    const length = address.trim().length
    return length > 0 && (length < 5 || length > 140) ? t('field.address.error') : null
  },
  phone: (phone: string) =>
    phone.trim() && !normalizePhone(phone) ? (refusalSentence('not_a_phone') ?? '!') : null,
})

const bodyOf = (values: Values) => ({
  name: values.name.trim(),
  type: values.type,
  city_id: values.city_id,
  address: values.address.trim(),
  phone: values.phone.trim() ? (normalizePhone(values.phone) ?? values.phone) : null,
  external_code: values.external_code.trim(),
  schedule: values.schedule,
})

type Props = {
  organization: Organization
  point: Point | undefined
  onSaved: (point: { id: string }) => void
}

export function PosForm({ organization, point, onSaved }: Props) {
  const t = useText('pos')
  const save = useSavePos(organization.id, point?.id)
  const form = useForm<Values>({
    initialValues: valuesOf(organization, point),
    validate: rulesOf(t),
    validateInputOnBlur: true,
  })
  const submit = form.onSubmit(
    (values) =>
      save.mutate(bodyOf(values), {
        onSuccess(saved) {
          toast.done(point ? t('saved') : t('created', { name: saved.name }))
          onSaved(saved)
        },
        onError(error) {
          const fields = fieldSentences(error)
          form.setErrors(
            (error as { code?: string }).code === 'name_taken'
              ? { name: problemSentence(error) }
              : fields,
          )
        },
      }),
    (errors) => {
      const first = Object.keys(errors)[0]
      if (first) form.getInputNode(first)?.focus()
    },
  )
  const stored = point ?? organization
  const city = stored.city_id === form.values.city_id ? stored.city_name : undefined
  const address = [city, form.values.address.trim()].filter(Boolean).join(', ')
  const wrong = Object.keys(form.errors).length
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('field.name')}
          description={t('field.name.hint')}
          required
          maxLength={60}
          data-autofocus={point ? undefined : true}
          {...form.getInputProps('name')}
        />
        <Select
          label={t('field.type')}
          data={TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          allowDeselect={false}
          {...form.getInputProps('type')}
        />
        <CitySelect
          value={form.values.city_id}
          onChange={(city_id) => form.setFieldValue('city_id', city_id)}
          error={form.errors.city_id}
        />
        <Stack gap={4}>
          <TextInput
            label={t('field.address')}
            description={t('field.address.hint')}
            maxLength={140}
            {...form.getInputProps('address')}
          />
          {form.values.address.trim().length >= 5 ? (
            <Anchor
              size="sm"
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('field.map')}
            </Anchor>
          ) : null}
        </Stack>
        <PhoneInput
          label={t('field.phone')}
          value={form.values.phone}
          onChange={(phone) => form.setFieldValue('phone', phone)}
          onBlur={() => form.validateField('phone')}
          error={form.errors.phone}
        />
        <ScheduleFields
          value={form.values.schedule}
          onChange={(schedule) => form.setFieldValue('schedule', schedule)}
        />
        <TextInput
          label={t('field.external_code')}
          description={t('field.external_code.hint')}
          maxLength={60}
          {...form.getInputProps('external_code')}
        />
        <Group justify="flex-end">
          <div style={{ flex: 1 }}>
            {wrong > 0 ? (
              <Text role="alert" size="sm" c="kalyna">
                {t('check_fields', { count: wrong })}
              </Text>
            ) : save.error ? (
              <ProblemLine error={save.error} organization_id={organization.id} />
            ) : null}
          </div>
          <Button type="submit" loading={save.isPending} disabled={point && !form.isDirty()}>
            {t(point ? 'save' : 'create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
