/** The period of a report: six presets and one's own, as days of the organization's zone. */
import { Button, Group, Popover, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './period-picker.module.css'
import { useWords } from './words.tsx'

/** Both ends are days `YYYY-MM-DD`, the last one included. */
export type Period = { from: string; to: string }
export type PeriodPreset = 'today' | 'week' | 'days30' | 'month' | 'year' | 'custom'

const presets = ['today', 'week', 'days30', 'month', 'year'] as const

const addDays = (day: string, count: number) => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The days of a preset, ending today; `month` and `year` begin with their first day. */
export function periodOf(preset: Exclude<PeriodPreset, 'custom'>, today: string): Period {
  const from = {
    today,
    week: addDays(today, -6),
    days30: addDays(today, -29),
    month: `${today.slice(0, 7)}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  }[preset]
  return { from, to: today }
}

/** Which preset these days are, so that an address with days alone lights the right one. */
export function presetOf(period: Period, today: string): PeriodPreset {
  for (const preset of presets) {
    const days = periodOf(preset, today)
    if (days.from === period.from && days.to === period.to) return preset
  }
  return 'custom'
}

const daysIn = ({ from, to }: Period) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1

type Props = {
  value: Period
  /** Today in the organization's zone: `today(timezone)` of the formats. */
  today: string
  onChange: (period: Period) => void
  /** The longest period in days. */
  days_max?: number
}

export function PeriodPicker({ value, today, onChange, days_max = 366 }: Props) {
  const { word } = useWords()
  const [opened, { open, close }] = useDisclosure()
  const preset = presetOf(value, today)
  return (
    <div className={classes.picker}>
      <div className={classes.presets}>
        <SegmentedControl
          aria-label={word('ui.period')}
          value={preset}
          onChange={(next) => onChange(periodOf(next as (typeof presets)[number], today))}
          data={presets.map((key) => ({ value: key, label: word(`ui.period.${key}`) }))}
        />
      </div>
      <Popover opened={opened} onDismiss={close} position="bottom-end" trapFocus shadow="md">
        <Popover.Target>
          <Button
            size="sm"
            variant={preset === 'custom' ? 'light' : 'default'}
            leftSection={<IconCalendar size={18} stroke={1.75} />}
            onClick={opened ? close : open}
          >
            {preset === 'custom' ? <Days value={value} /> : word('ui.period.custom')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <OwnPeriod
            value={value}
            today={today}
            days_max={days_max}
            onChange={(period) => {
              close()
              onChange(period)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

function Days({ value }: { value: Period }) {
  const { locale } = useWords()
  const format = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    timeZone: 'UTC',
  })
  return <>{format.formatRange(new Date(value.from), new Date(value.to))}</>
}

function OwnPeriod({ value, today, days_max, onChange }: Required<Props>) {
  const { word } = useWords()
  const [draft, setDraft] = useState(value)
  const whole = draft.from !== '' && draft.to !== ''
  const error = !whole
    ? undefined
    : draft.to < draft.from
      ? word('ui.period.order')
      : daysIn(draft) > days_max
        ? word('ui.period.max', { days: days_max })
        : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (whole && !error) onChange(draft)
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" grow>
          <TextInput
            type="date"
            label={word('ui.period.from')}
            value={draft.from}
            max={today}
            onChange={(event) => setDraft({ ...draft, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={word('ui.period.to')}
            value={draft.to}
            max={today}
            onChange={(event) => setDraft({ ...draft, to: event.currentTarget.value })}
          />
        </Group>
        {error ? (
          <Text role="alert" size="sm" c="kalyna">
            {error}
          </Text>
        ) : null}
        <Button type="submit" disabled={!whole || error !== undefined}>
          {word('ui.apply')}
        </Button>
      </Stack>
    </form>
  )
}
