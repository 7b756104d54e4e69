import { Anchor, NativeSelect, NumberInput, Switch, Text, Title } from '@mantine/core'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import classes from './discount.module.css'
import type { Form } from './ladder-form.tsx'
import type { Values } from './ladder.ts'

const BASES = ['lifetime', 'rolling_days', 'calendar_year'] as const

/** Which purchases count, and how the discount meets promotions. */
export function PeriodFields({ form, organization }: { form: Form; organization: Organization }) {
  const t = useText('discount')
  const { values } = form
  return (
    <section className={classes.section} aria-labelledby="rules">
      <Title order={2} size="h3" id="rules">
        {t('section.rules')}
      </Title>
      <div className={classes.pair}>
        <NativeSelect
          size="md"
          label={t('field.level_base')}
          description={t('field.level_base.hint')}
          value={values.level_base}
          onChange={(event) =>
            form.setFieldValue('level_base', event.currentTarget.value as Values['level_base'])
          }
          data={BASES.map((value) => ({ value, label: t(`option.level_base.${value}`) }))}
        />
        {values.level_base === 'rolling_days' ? (
          <NumberInput
            label={t('field.level_days')}
            inputMode="numeric"
            hideControls
            allowNegative={false}
            allowDecimal={false}
            value={values.level_days}
            onChange={(days) => form.setFieldValue('level_days', days === '' ? '' : Number(days))}
            error={form.errors.level_days}
          />
        ) : null}
      </div>
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
    </section>
  )
}
