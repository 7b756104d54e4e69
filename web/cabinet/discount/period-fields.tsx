import { Anchor, Switch, Text } from '@mantine/core'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import { Pick } from '../../ui/choices.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import type { Form } from './ladder-form.tsx'

const BASES = ['lifetime', 'rolling_days', 'calendar_year'] as const

/** Which purchases count, and how the discount meets promotions. */
export function PeriodFields({ form, organization }: { form: Form; organization: Organization }) {
  const t = useText('discount')
  const { values } = form
  return (
    <Section title={t('section.rules')}>
      <Pair>
        <Pick
          label={t('field.level_base')}
          description={t('field.level_base.hint')}
          value={values.level_base}
          onChange={(base) => form.setFieldValue('level_base', base)}
          options={BASES.map((value) => ({ value, label: t(`option.level_base.${value}`) }))}
        />
        {values.level_base === 'rolling_days' ? (
          <NumberField
            label={t('field.level_days')}
            value={values.level_days}
            onChange={(days) => form.setFieldValue('level_days', days)}
            error={form.errors.level_days}
          />
        ) : null}
      </Pair>
      <Switch
        size="md"
        label={t('field.not_with_promotions')}
        description={t('field.not_with_promotions.hint')}
        checked={!values.stack_level_with_promotion}
        onChange={(event) =>
          form.setFieldValue('stack_level_with_promotion', !event.currentTarget.checked)
        }
      />
      <Text size="sm" c="dimmed">
        {t('min_price')}{' '}
        <Anchor component={PageLink} href={paths.min_price(organization.id)} inherit td="underline">
          {t('min_price.link')}
        </Anchor>
      </Text>
    </Section>
  )
}
