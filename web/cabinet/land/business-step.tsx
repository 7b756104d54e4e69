import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  IconBottle,
  IconBuildingStore,
  IconCar,
  IconCoffee,
  IconDots,
  IconFlower,
  IconScissors,
  IconShoppingCart,
} from '@tabler/icons-react'
import { ORGANIZATION_NAME_MAX, ORGANIZATION_NAME_MIN } from '#contract/limits.ts'
import { normalizePhone } from '#contract/phone.ts'
import { ApiProblem, call } from '../../api/call.ts'
import { CitySelect } from '../../shell/city-select.tsx'
import { type Organization, organizationsQuery } from '../../shell/organizations.ts'
import { rememberOrganization, storedUser } from '../../shell/session.ts'
import { useTrialDays } from '../../shell/tariffs.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { currentLanguage, useText } from '../../text/text.ts'
import { focusFirstInvalid } from '../../ui/form-page.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { keepCashier } from './land.ts'
import classes from './land.module.css'

type Category = Organization['business_category']

const categories: [Category, typeof IconCoffee][] = [
  ['cafe', IconCoffee],
  ['shop', IconBuildingStore],
  ['beauty', IconScissors],
  ['car_service', IconCar],
  ['flowers', IconFlower],
  ['pharmacy', IconBottle],
  ['online', IconShoppingCart],
  ['other', IconDots],
]

function useOpen() {
  const t = useText('land')
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: '', business_category: '' as Category | '', city_id: '', phone: '' },
    validate: {
      name: (value) =>
        value.trim().length >= ORGANIZATION_NAME_MIN
          ? null
          : t('error.name', { min: ORGANIZATION_NAME_MIN, max: ORGANIZATION_NAME_MAX }),
      business_category: (value) => (value ? null : t('error.category')),
      city_id: (value) => (value ? null : t('error.city')),
      phone: (value) => (value.trim() && !normalizePhone(value) ? t('error.phone') : null),
    },
    validateInputOnBlur: ['name', 'phone'],
  })
  const open = useMutation({
    mutationFn: ({ phone, business_category, ...rest }: typeof form.values) =>
      call('POST /api/v1/organizations', {
        body: {
          ...rest,
          business_category: business_category || 'other',
          phone: phone.trim() ? phone : null,
          currency: 'UAH',
          timezone: 'Europe/Kyiv',
          language: currentLanguage(),
          cashier: { name: storedUser()?.first_name || rest.name.slice(0, 60) },
        },
      }),
    onSuccess: async (organization) => {
      rememberOrganization(organization.id)
      const { cashier } = organization.opened
      if (cashier) {
        const { name, login } = cashier.user
        keepCashier(organization.id, { name, login: login ?? '', pin: cashier.pin })
      }
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey })
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
  return { form, open }
}

export function BusinessStep() {
  const t = useText('land')
  const { form, open } = useOpen()
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        form.onSubmit((values) => open.mutate(values))(event)
        const element = event.currentTarget
        requestAnimationFrame(() => focusFirstInvalid(element))
      }}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t('business.lead', { days: useTrialDays() })}</Text>
        <TextInput
          label={t('business.name')}
          description={form.errors.name ? undefined : t('business.name_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={ORGANIZATION_NAME_MAX}
          autoComplete="organization"
          {...form.getInputProps('name')}
        />
        <Categories
          value={form.values.business_category}
          onChange={(value) => form.setFieldValue('business_category', value)}
          error={form.errors.business_category}
        />
        <div className={classes.pair}>
          <CitySelect
            label={t('business.city')}
            value={form.values.city_id || null}
            onChange={(city_id) => form.setFieldValue('city_id', city_id ?? '')}
            error={form.errors.city_id}
          />
          <PhoneInput
            label={t('business.phone')}
            description={form.errors.phone ? undefined : t('business.phone_hint')}
            {...form.getInputProps('phone')}
          />
        </div>
        <Text size="sm" c="dimmed">
          {t('business.zone')}
        </Text>
        <Button type="submit" size="lg" loading={open.isPending} className={classes.submit}>
          {t('business.submit')}
        </Button>
      </Stack>
    </form>
  )
}

type CategoriesProps = {
  value: Category | ''
  onChange: (value: Category) => void
  error: React.ReactNode
}

function Categories({ value, onChange, error }: CategoriesProps) {
  const t = useText('land')
  return (
    <fieldset
      role="radiogroup"
      className={classes.categories}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'category-error' : undefined}
    >
      <legend>{t('business.category')}</legend>
      <div className={classes.tiles}>
        {categories.map(([category, Icon]) => (
          <label key={category} className={classes.tile}>
            <input
              type="radio"
              name="category"
              value={category}
              checked={value === category}
              onChange={() => onChange(category)}
            />
            <Icon size={24} stroke={1.75} aria-hidden />
            <span>{t(`category.${category}`)}</span>
          </label>
        ))}
      </div>
      {error ? (
        <p id="category-error" className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
