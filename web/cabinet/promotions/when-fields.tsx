/** When and where a promotion works, and for whom. */
import { Chip, Input, MultiSelect, Switch, TextInput } from '@mantine/core'
import { currentLocale, useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import classes from './promotions.module.css'
import { amountOf, type Form, type FormData, Section } from './form-parts.tsx'

const WEEK = [1, 2, 3, 4, 5, 6, 7]
/** 1 January 2024 was a Monday. */
const nameOf = (weekday: number, width: 'short' | 'long') =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: width, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  )

export function WhenFields({ form, data }: { form: Form; data: FormData }) {
  const t = useText('promotions')
  return (
    <Section title={t('section.when')}>
      <div className={classes.pair}>
        <TextInput type="date" label={t('field.date_from')} {...form.getInputProps('date_from')} />
        <TextInput
          type="date"
          label={t('field.date_to')}
          description={t('field.date_to.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('date_to')}
        />
      </div>
      <Weekdays form={form} />
      <div className={classes.pair}>
        <TextInput type="time" label={t('field.time_from')} {...form.getInputProps('time_from')} />
        <TextInput
          type="time"
          label={t('field.time_to')}
          description={t('field.time_to.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('time_to')}
        />
      </div>
      <Who form={form} data={data} />
    </Section>
  )
}

function Weekdays({ form }: { form: Form }) {
  const t = useText('promotions')
  return (
    <Input.Wrapper
      label={t('field.weekdays')}
      labelElement="div"
      description={t('field.weekdays.hint')}
    >
      <Chip.Group
        multiple
        value={form.values.weekdays.map(String)}
        onChange={(days) =>
          form.setFieldValue(
            'weekdays',
            days.map(Number).toSorted((a, b) => a - b),
          )
        }
      >
        <div className={classes.days} role="group" aria-label={t('field.weekdays')}>
          {WEEK.map((weekday) => (
            <Chip key={weekday} value={String(weekday)} aria-label={nameOf(weekday, 'long')}>
              {nameOf(weekday, 'short')}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </Input.Wrapper>
  )
}

function Who({ form, data }: { form: Form; data: FormData }) {
  const t = useText('promotions')
  const { points, levels } = data
  return (
    <>
      <div className={classes.pair}>
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
        <MoneyInput
          label={t('field.min_receipt_amount')}
          {...amountOf(form, 'min_receipt_amount')}
        />
      </div>
      <Switch
        size="md"
        label={t('field.first_purchase_only')}
        {...form.getInputProps('first_purchase_only', { type: 'checkbox' })}
      />
    </>
  )
}
