/** When messages may go, by which way, and what the owner is told. */
import { Input, TextInput } from '@mantine/core'
import type { Organization } from '../../shell/organizations.ts'
import { type Text, useText } from '../../text/text.ts'
import { type Amount, checksOf, complaints } from './checks.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Pick, Toggle } from '../../ui/choices.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import type { Notifications } from './queries.ts'
import { OwnerTelegram } from './owner-telegram.tsx'
import { useSettingsForm } from './use-settings-form.tsx'

const CHANNELS = ['last_active', 'telegram', 'viber', 'both'] as const
const OWNER = [
  'owner_license_ends',
  'owner_low_rating',
  'owner_bot_detached',
  'owner_suspicious',
  'owner_daily_summary',
  'owner_by_email',
  'owner_by_telegram',
] as const

const toValues = ({ version: _version, ...shown }: Notifications) => ({
  ...shown,
  marketing_per_week_max: shown.marketing_per_week_max as Amount,
})
type Values = ReturnType<typeof toValues>

function validate(values: Values, t: Text<'settings'>) {
  const { time, whole } = checksOf(t)
  return complaints({
    quiet_from: time(values.quiet_from),
    quiet_to: time(values.quiet_to),
    marketing_per_week_max: whole(values.marketing_per_week_max, 0, 50),
  })
}

type Props = { organization: Organization; stored: Notifications }

export function NotificationsForm({ organization, stored }: Props) {
  const t = useText('settings')
  const { form, page, field, label, described } = useSettingsForm<'notifications', Values>({
    group: 'notifications',
    organization,
    stored,
    toValues,
    toWire: (values) => values,
    validate: (values) => validate(values, t),
  })
  return page(
    <>
      <Section title={t('section.quiet')}>
        <Pair>
          <TextInput type="time" {...label('quiet_from')} {...form.getInputProps('quiet_from')} />
          <TextInput type="time" {...label('quiet_to')} {...form.getInputProps('quiet_to')} />
        </Pair>
        <Input.Description>{t('quiet.hint')}</Input.Description>
        <WholeInput
          {...described('marketing_per_week_max')}
          {...field('marketing_per_week_max')}
          unit={t('unit.messages')}
          max={50}
        />
      </Section>
      <Section title={t('section.channel')}>
        <Pick
          {...label('preferred_channel')}
          {...field('preferred_channel')}
          options={CHANNELS.map((value) => ({
            value,
            label: t(`option.preferred_channel.${value}`),
          }))}
        />
        <TextInput
          {...described('signature')}
          maxLength={40}
          {...form.getInputProps('signature')}
        />
      </Section>
      <Section title={t('section.owner')}>
        {OWNER.map((name) => (
          <Toggle key={name} {...label(name)} {...field(name)} />
        ))}
        <OwnerTelegram organization_id={organization.id} />
      </Section>
    </>,
  )
}
