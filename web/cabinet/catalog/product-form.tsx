/** The data of a product: a new one's or an existing one's. */
import {
  Autocomplete,
  Button,
  Group,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { Organization } from '../../shell/organizations.ts'
import { OrganizationImage } from '../../shell/organization-image.tsx'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import classes from './catalog.module.css'
import { FloorFields } from './floor-fields.tsx'
import { bodyOf, problemsOf, UNITS, type Values, valuesOf } from './product-values.ts'
import { categoriesQuery, type Product, useSaveProduct } from './queries.ts'

type Props = {
  organization: Organization
  product: Product | undefined
  onSaved: () => void
  onDelete: () => void
}

const SWITCHES = [
  ['active', 'form.active'],
  ['visible_in_bot', 'form.visible'],
] as const
const EXCLUSIONS = [
  ['exclude_accrual', 'form.exclude_accrual'],
  ['exclude_spend', 'form.exclude_spend'],
  ['exclude_discount', 'form.exclude_discount'],
] as const

export function ProductForm({ organization, product, onSaved, onDelete }: Props) {
  const t = useText('catalog')
  const save = useSaveProduct(organization.id, product?.id)
  const form = useForm<Values>({
    initialValues: valuesOf(product),
    validate: (values) => problemsOf(values, t),
    validateInputOnBlur: true,
  })
  const submit = form.onSubmit(
    (values) =>
      save.mutate(bodyOf(values), {
        onSuccess(saved) {
          toast.done(product ? t('form.saved') : t('form.created', { name: saved.name }))
          onSaved()
        },
        onError: (error) => form.setErrors(fieldSentences(error)),
      }),
    (errors) => {
      const first = Object.keys(errors)[0]
      if (first) form.getInputNode(first)?.focus()
    },
  )
  const toggle = (field: keyof Values, label: string) => (
    <Switch
      key={field}
      size="md"
      label={label}
      {...form.getInputProps(field, { type: 'checkbox' })}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <MainFields organization={organization} form={form} isNew={!product} />
        <FloorFields organization={organization} form={form} />
        <Text component="h3" fw={560} mt="sm">
          {t('form.rules')}
        </Text>
        {EXCLUSIONS.map(([field, label]) => toggle(field, t(label)))}
        <PercentInput
          label={t('form.accrual')}
          description={t('form.accrual.hint')}
          decimalScale={2}
          {...form.getInputProps('accrual_percent')}
        />
        <OrganizationImage
          organization_id={organization.id}
          label={t('form.image')}
          shape="square"
          value={form.values.image}
          onChange={(image) => form.setFieldValue('image', image)}
          error={typeof form.errors.image === 'string' ? form.errors.image : undefined}
        />
        <Textarea
          label={t('form.description')}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <TextInput
          label={t('form.link')}
          description={t('form.link.hint')}
          inputMode="url"
          maxLength={500}
          {...form.getInputProps('link')}
        />
        {SWITCHES.map(([field, label]) => toggle(field, t(label)))}
        <Text role="alert" size="sm" c="kalyna">
          {save.error ? problemSentence(save.error) : ''}
        </Text>
        <Group justify="space-between">
          {product ? (
            <Button variant="subtle" color="kalyna" onClick={onDelete}>
              {t('delete.open')}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" loading={save.isPending} disabled={product && !form.isDirty()}>
            {t(product ? 'save' : 'add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Form = Pick<UseFormReturnType<Values>, 'getInputProps'>
type MainProps = { organization: Organization; form: Form; isNew: boolean }

function MainFields({ organization, form, isNew }: MainProps) {
  const t = useText('catalog')
  const categories = useQuery(categoriesQuery(organization.id))
  return (
    <>
      <TextInput
        label={t('form.name')}
        required
        maxLength={120}
        data-autofocus={isNew ? true : undefined}
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <MoneyInput label={t('form.price')} {...form.getInputProps('price')} />
        <MoneyInput label={t('form.cost')} {...form.getInputProps('cost')} />
      </div>
      <div className={classes.pair}>
        <Autocomplete
          label={t('form.category')}
          maxLength={80}
          data={(categories.data?.items ?? []).map(({ name }) => name)}
          {...form.getInputProps('category')}
        />
        <Select
          label={t('form.unit')}
          allowDeselect={false}
          data={UNITS.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          {...form.getInputProps('unit')}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('form.barcode')}
          description={t('form.barcode.hint')}
          maxLength={40}
          {...form.getInputProps('barcode')}
        />
        <TextInput label={t('form.sku')} maxLength={40} {...form.getInputProps('sku')} />
      </div>
    </>
  )
}
