/** When and where a promotion works, and for whom. */
import { MultiSelect, Switch, TextInput } from '@mantine/core'
import { currentLocale, useText } from '../../text/text.ts'
import { Pick } from '../../ui/choices.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import { WeekdayChips } from '../../ui/weekday-chips.tsx'
import { amountOf, type Form, type FormData } from './form-parts.tsx'

export function WhenFields({ form, data }: { form: Form; data: FormData }) {
  const t = useText('promotions')
  return (
    <Section title={t('section.when')}>
      <Pair>
        <TextInput type="date" label={t('field.date_from')} {...form.getInputProps('date_from')} />
        <TextInput
          type="date"
          label={t('field.date_to')}
          description={t('field.date_to.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('date_to')}
        />
      </Pair>
      <WeekdayChips
        label={t('field.weekdays')}
        description={t('field.weekdays.hint')}
        locale={currentLocale()}
        value={form.values.weekdays}
        onChange={(weekdays) => form.setFieldValue('weekdays', weekdays)}
      />
      <Pair>
        <TextInput type="time" label={t('field.time_from')} {...form.getInputProps('time_from')} />
        <TextInput
          type="time"
          label={t('field.time_to')}
          description={t('field.time_to.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('time_to')}
        />
      </Pair>
      <Who form={form} data={data} />
    </Section>
  )
}

function Who({ form, data }: { form: Form; data: FormData }) {
  const t = useText('promotions')
  const { points, levels, segments } = data
  return (
    <>
      <Pair>
        {points.length > 1 || form.values.pos_ids.length > 0 ? (
          <MultiSelect
            label={t('field.pos_ids')}
            placeholder={form.values.pos_ids.length > 0 ? undefined : t('all_points')}
            data={points.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('pos_ids')}
          />
        ) : null}
        {levels.length > 1 || form.values.levels.length > 0 ? (
          <MultiSelect
            label={t('field.levels')}
            placeholder={form.values.levels.length > 0 ? undefined : t('all_levels')}
            data={levels.map(({ number, name }) => ({ value: String(number), label: name }))}
            {...form.getInputProps('levels')}
          />
        ) : null}
        {segments.length > 0 ? (
          <Pick
            label={t('field.segment')}
            description={t('field.segment.hint')}
            options={[
              { value: '', label: t('everybody') },
              ...segments.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={form.values.segment_id}
            onChange={(segment_id) => form.setFieldValue('segment_id', segment_id)}
            error={form.errors['segment_id']}
          />
        ) : null}
        <MoneyInput
          label={t('field.min_receipt_amount')}
          {...amountOf(form, 'min_receipt_amount')}
        />
      </Pair>
      <Switch
        size="md"
        label={t('field.first_purchase_only')}
        {...form.getInputProps('first_purchase_only', { type: 'checkbox' })}
      />
    </>
  )
}
