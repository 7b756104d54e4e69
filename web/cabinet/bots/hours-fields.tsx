/** When somebody answers: seven days, each with hours or a day off. */
import { Switch, TextInput } from '@mantine/core'
import { currentLocale, useText } from '../../text/text.ts'
import classes from './bots.module.css'
import type { Bot } from './queries.ts'

export type Week = NonNullable<Bot['working_hours']>
type Hours = NonNullable<Week[number]>

const USUAL: Hours = { from: '09:00', to: '21:00' }
export const usualWeek = (): Week => Array.from({ length: 7 }, () => ({ ...USUAL }))

/** 1 January 2024 was a Monday, where our week begins. */
const nameOf = (index: number) =>
  new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + index)),
  )

export function HoursFields({ value, onChange }: { value: Week; onChange: (week: Week) => void }) {
  const t = useText('bots')
  const set = (index: number, hours: Hours | null) =>
    onChange(value.map((day, at) => (at === index ? hours : day)))
  return (
    <div className={classes.hours}>
      {value.map((hours, index) => {
        const day = nameOf(index)
        return (
          <div key={day} className={classes.day}>
            <Switch
              label={day}
              checked={hours !== null}
              onChange={(event) => set(index, event.currentTarget.checked ? { ...USUAL } : null)}
            />
            {hours ? (
              <>
                <TextInput
                  type="time"
                  aria-label={t('hours.from', { day })}
                  value={hours.from}
                  onChange={(event) => set(index, { ...hours, from: event.currentTarget.value })}
                />
                <TextInput
                  type="time"
                  aria-label={t('hours.to', { day })}
                  value={hours.to}
                  onChange={(event) => set(index, { ...hours, to: event.currentTarget.value })}
                />
              </>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}
