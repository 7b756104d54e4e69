import { Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CITY_NAME_MAX } from '#contract/limits.ts'
import { ApiProblem, call } from '../../api/call.ts'
import { citiesQuery, countriesQuery } from '../../shell/city-select.tsx'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import type { City } from './cities-page.tsx'

type Props = { city: City | 'new' | undefined; onClose: () => void }

export function CityForm({ city, onClose }: Props) {
  const t = useText('cities')
  return (
    <Modal
      opened={city !== undefined}
      onClose={onClose}
      title={t(city === 'new' ? 'form.add' : 'form.edit')}
      size={420}
    >
      {city ? <Fields city={city} onClose={onClose} /> : null}
    </Modal>
  )
}

function Fields({ city, onClose }: { city: City | 'new'; onClose: () => void }) {
  const t = useText('cities')
  const client = useQueryClient()
  const isNew = city === 'new'
  const { data: countries } = useQuery(countriesQuery)
  const home = countries?.items.find((country) => country.code === 'UA') ?? countries?.items[0]
  const form = useForm({
    initialValues: {
      name: isNew ? '' : city.name,
      region: isNew ? '' : (city.region ?? ''),
      country_id: isNew ? '' : city.country_id,
    },
    validate: { name: (value) => (value.trim() ? null : t('error.name')) },
  })
  const save = useMutation({
    mutationFn: ({ name, region, country_id }: typeof form.values) => {
      const body = { name, region: region.trim() || null }
      return isNew
        ? call('POST /api/v1/locations/cities', {
            body: { ...body, country_id: country_id || (home?.id ?? '') },
          })
        : call('PATCH /api/v1/locations/cities/{city_id}', { params: { city_id: city.id }, body })
    },
    onSuccess: async ({ name }) => {
      toast.done(isNew ? t('added', { name }) : t('saved'))
      onClose()
      await client.invalidateQueries({ queryKey: citiesQuery.queryKey })
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'name_taken') {
        form.setErrors({ name: t('error.taken', { name: form.values.name.trim() }) })
        return
      }
      form.setErrors(fieldSentences(error))
      toast.problem(error)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <TextInput
          label={t('form.name')}
          maxLength={CITY_NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('form.region')}
          maxLength={CITY_NAME_MAX}
          {...form.getInputProps('region')}
        />
        {isNew ? (
          <Select
            label={t('form.country')}
            allowDeselect={false}
            searchable
            data={(countries?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={form.values.country_id || (home?.id ?? null)}
            onChange={(value) => form.setFieldValue('country_id', value ?? '')}
          />
        ) : null}
        <Button type="submit" loading={save.isPending}>
          {t('form.submit')}
        </Button>
      </Stack>
    </form>
  )
}
