/** The fields of the profile, in five groups. */
import { Anchor, NativeSelect, Select, Stack, Textarea, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { CitySelect, countriesQuery } from '../../shell/city-select.tsx'
import { PageLink } from '../../shell/link.tsx'
import { OrganizationImage } from '../../shell/organization-image.tsx'
import { paths } from '../../shell/paths.ts'
import { languageIds, languages } from '../../text/languages.ts'
import { useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import classes from './overview.module.css'
import { NETWORKS, type ProfileValues } from './profile-values.ts'
import { currenciesQuery, type Profile } from './queries.ts'

const CATEGORIES = [
  'cafe',
  'shop',
  'beauty',
  'car_service',
  'flowers',
  'pharmacy',
  'online',
  'other',
] as const

type Props = { form: UseFormReturnType<ProfileValues>; profile: Profile }

export function ProfileFields(props: Props) {
  return (
    <>
      <Main {...props} />
      <Place {...props} />
      <Web {...props} />
      <Legal {...props} />
      <Terms {...props} />
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="md" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function Main({ form, profile }: Props) {
  const t = useText('overview')
  const currencies = useQuery(currenciesQuery)
  return (
    <Group title={t('profile.section.main')}>
      <div className={classes.profile}>
        <TextInput
          label={t('profile.name')}
          required
          maxLength={80}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          size="md"
          label={t('profile.business_category')}
          data={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          {...form.getInputProps('business_category')}
        />
      </div>
      <OrganizationImage
        organization_id={profile.id}
        label={t('profile.logo')}
        description={t('profile.logo.hint')}
        shape="square"
        value={form.values.logo}
        onChange={(logo) => form.setFieldValue('logo', logo)}
        error={form.errors.logo as string | undefined}
      />
      <Textarea
        label={t('profile.description')}
        description={t('profile.description.hint')}
        maxLength={300}
        {...form.getInputProps('description')}
      />
      <div className={classes.profile}>
        <Select
          label={t('profile.currency')}
          description={t(
            profile.currency_locked ? 'profile.currency.locked' : 'profile.currency.hint',
          )}
          disabled={profile.currency_locked}
          searchable
          allowDeselect={false}
          data={
            currencies.data?.items.map(({ code, name, symbol }) => ({
              value: code,
              label: `${name}, ${symbol}`,
            })) ?? [profile.currency]
          }
          {...form.getInputProps('currency')}
        />
        <Select
          label={t('profile.timezone')}
          description={t('profile.timezone.hint')}
          searchable
          allowDeselect={false}
          limit={60}
          data={zones(profile.timezone)}
          {...form.getInputProps('timezone')}
        />
        <NativeSelect
          size="md"
          label={t('profile.language')}
          data={languageIds.map((id) => ({ value: id, label: languages[id].name }))}
          {...form.getInputProps('language')}
        />
      </div>
    </Group>
  )
}

/** The browser's zones; it may know Kyiv by its older name only, so the stored one is added. */
function zones(stored: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes(stored) ? known : [stored, ...known]
}

function Place({ form }: Props) {
  const t = useText('overview')
  const countries = useQuery(countriesQuery)
  return (
    <Group title={t('profile.section.place')}>
      <div className={classes.profile}>
        <Select
          label={t('profile.country_id')}
          searchable
          allowDeselect={false}
          data={countries.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          {...form.getInputProps('country_id')}
        />
        <CitySelect
          label={t('profile.city_id')}
          value={form.values.city_id}
          onChange={(city_id) => form.setFieldValue('city_id', city_id)}
          error={form.errors.city_id}
        />
      </div>
      <TextInput label={t('profile.address')} maxLength={140} {...form.getInputProps('address')} />
      <div className={classes.profile}>
        <PhoneInput
          label={t('profile.phone')}
          value={form.values.phone}
          onChange={(phone) => form.setFieldValue('phone', phone)}
          onBlur={() => void form.validateField('phone')}
          error={form.errors.phone}
        />
        <TextInput
          type="email"
          label={t('profile.email')}
          maxLength={254}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
      </div>
    </Group>
  )
}

function Web({ form }: Props) {
  const t = useText('overview')
  return (
    <Group title={t('profile.section.web')}>
      <div className={classes.profile}>
        {(['site', ...NETWORKS] as const).map((name) => (
          <TextInput
            key={name}
            type="url"
            label={t(`profile.${name}`)}
            placeholder="https://"
            maxLength={2048}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
    </Group>
  )
}

function Legal({ form }: Props) {
  const t = useText('overview')
  return (
    <Group title={t('profile.section.legal')}>
      <div className={classes.profile}>
        <TextInput
          label={t('profile.legal_name')}
          description={t('profile.legal_name.hint')}
          maxLength={120}
          {...form.getInputProps('legal_name')}
        />
        <TextInput
          label={t('profile.tax_id')}
          inputMode="numeric"
          maxLength={10}
          {...form.getInputProps('tax_id')}
        />
      </div>
    </Group>
  )
}

function Terms({ form, profile }: Props) {
  const t = useText('overview')
  return (
    <Group title={t('profile.section.rules')}>
      <Textarea
        label={t('profile.rules_text')}
        description={t('profile.rules_text.hint', { version: profile.rules_version })}
        maxLength={2000}
        {...form.getInputProps('rules_text')}
      />
      <Anchor component={PageLink} href={paths.conditions(profile.id)}>
        {t('profile.rules_link')}
      </Anchor>
    </Group>
  )
}
