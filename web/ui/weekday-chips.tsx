/** Days of the week to choose among; none chosen means any. */
import { Chip, Input } from '@mantine/core'
import classes from './weekday-chips.module.css'

const WEEK = [1, 2, 3, 4, 5, 6, 7]
/** 1 January 2024 was a Monday. */
const nameOf = (locale: string, weekday: number, width: 'short' | 'long') =>
  new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  )

type Props = {
  label: string
  description: string
  locale: string
  /** ISO days: 1 is Monday. */
  value: readonly number[]
  onChange: (value: number[]) => void
}

export function WeekdayChips({ label, description, locale, value, onChange }: Props) {
  return (
    <Input.Wrapper label={label} labelElement="div" description={description}>
      <Chip.Group
        multiple
        value={value.map(String)}
        onChange={(days) => onChange(days.map(Number).toSorted((a, b) => a - b))}
      >
        <div className={classes.days} role="group" aria-label={label}>
          {WEEK.map((weekday) => (
            <Chip
              key={weekday}
              value={String(weekday)}
              aria-label={nameOf(locale, weekday, 'long')}
            >
              {nameOf(locale, weekday, 'short')}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </Input.Wrapper>
  )
}
