/** Seven days with hours, or the same hours every day. */
import { Checkbox, Fieldset, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Point } from '../../shell/points.ts'
import { currentLocale, useText } from '../../text/text.ts'
import classes from './pos.module.css'

export type Schedule = Point['schedule']
type Hours = NonNullable<Schedule[number]>

const USUAL: Hours = { from: '09:00', to: '18:00' }
/** 1 January 2024 was a Monday, where our week begins. */
const nameOf = (index: number) =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + index)),
  )

const isSame = (schedule: Schedule) =>
  schedule.every((day) => day?.from === schedule[0]?.from && day?.to === schedule[0]?.to)

type Props = { value: Schedule; onChange: (schedule: Schedule) => void }

export function ScheduleFields({ value, onChange }: Props) {
  const t = useText('pos')
  const [same, setSame] = useState(() => isSame(value) && value[0] !== null)
  const days = same ? value.slice(0, 1) : value
  const set = (index: number, hours: Hours | null) =>
    onChange(value.map((day, at) => (same || at === index ? hours : day)))
  return (
    <Fieldset legend={t('field.schedule')} variant="unstyled">
      <Stack gap="xs" mt="xs">
        <Checkbox
          label={t('schedule.same')}
          checked={same}
          onChange={(event) => {
            const next = event.currentTarget.checked
            setSame(next)
            if (next) onChange(value.map(() => value[0] ?? USUAL))
          }}
        />
        {days.map((hours, index) => (
          <Day
            key={nameOf(index)}
            name={same ? t('schedule.every_day') : nameOf(index)}
            hours={hours}
            onChange={(next) => set(index, next)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

type DayProps = { name: string; hours: Hours | null; onChange: (hours: Hours | null) => void }

function Day({ name, hours, onChange }: DayProps) {
  const t = useText('pos')
  return (
    <div className={classes.day}>
      <span>{name}</span>
      <Switch
        size="md"
        checked={hours !== null}
        aria-label={t('schedule.open', { day: name })}
        onChange={(event) => onChange(event.currentTarget.checked ? USUAL : null)}
      />
      {hours ? (
        <>
          <TextInput
            type="time"
            required
            aria-label={t('schedule.from', { day: name })}
            value={hours.from}
            onChange={(event) => onChange({ ...hours, from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            required
            aria-label={t('schedule.to', { day: name })}
            value={hours.to}
            onChange={(event) => onChange({ ...hours, to: event.currentTarget.value })}
          />
        </>
      ) : (
        <span className={classes.off}>{t('schedule.off')}</span>
      )}
    </div>
  )
}
