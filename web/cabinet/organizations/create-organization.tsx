/** The drawer that opens an organization: a name and a city are enough. */
import { Button, Drawer, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ORGANIZATION_NAME_MAX, ORGANIZATION_NAME_MIN } from '#contract/limits.ts'
import { ApiProblem, type AskOf, call } from '../../api/call.ts'
import { CitySelect } from '../../shell/city-select.tsx'
import { organizationsQuery } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { focusFirstInvalid } from '../../ui/form-page.tsx'
import { type BusinessCategory, categories } from './categories.ts'

type Props = { opened: boolean; onClose: () => void }

export function CreateOrganization({ opened, onClose }: Props) {
  const t = useText('organizations')
  return (
    <Drawer opened={opened} onClose={onClose} title={t('create.title')}>
      <CreateForm />
    </Drawer>
  )
}

function useCreate() {
  const t = useText('organizations')
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { name: '', business_category: 'other' as BusinessCategory, city_id: '' },
    validate: {
      name: (value) =>
        value.trim().length >= ORGANIZATION_NAME_MIN
          ? null
          : t('error.name', { min: ORGANIZATION_NAME_MIN, max: ORGANIZATION_NAME_MAX }),
      city_id: (value) => (value ? null : t('error.city')),
    },
    validateInputOnBlur: ['name'],
  })
  const create = useMutation({
    mutationFn: (body: AskOf<'POST /api/v1/organizations'>['body']) =>
      call('POST /api/v1/organizations', { body }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey })
      toast.done(t('create.done'))
      void navigate({ href: paths.overview(id) })
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'name_taken') {
        form.setErrors({ name: t('error.name_taken') })
        return
      }
      form.setErrors(fieldSentences(error))
      toast.problem(error)
    },
  })
  return { form, create }
}

function CreateForm() {
  const t = useText('organizations')
  const { form, create } = useCreate()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        form.onSubmit((values) => create.mutate(values))(event)
        const element = event.currentTarget
        requestAnimationFrame(() => focusFirstInvalid(element))
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('create.name')}
          description={form.errors.name ? undefined : t('create.name_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={ORGANIZATION_NAME_MAX}
          autoComplete="organization"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <CitySelect
          label={t('create.city')}
          value={form.values.city_id || null}
          onChange={(city_id) => form.setFieldValue('city_id', city_id ?? '')}
          error={form.errors.city_id}
        />
        <Select
          label={t('create.category')}
          allowDeselect={false}
          data={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
          {...form.getInputProps('business_category')}
        />
        <Button type="submit" size="lg" loading={create.isPending}>
          {t('create.submit')}
        </Button>
      </Stack>
    </form>
  )
}
