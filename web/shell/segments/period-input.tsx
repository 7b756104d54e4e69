/** The days that receipts, sums, places and products of a set are taken from. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../text/text.ts'
import type { Conditions, Period } from './filter.ts'
import { Amount } from './range-inputs.tsx'
import classes from './segments.module.css'

const MODES = ['ever', 'last', 'ago', 'dates'] as const
type Mode = (typeof MODES)[number]

function modeOf(period: Conditions['period']): Mode {
  if (!period) return 'ever'
  if (period.days_ago) return 'ago'
  if (period.last_days !== undefined) return 'last'
  return 'dates'
}

const begun: Record<Mode, Period | undefined> = {
  ever: undefined,
  last: { last_days: 90 },
  ago: { days_ago: { from: 30, to: 60 } },
  dates: {},
}

type Props = { value: Conditions['period']; onChange: (value: Period | undefined) => void }

export function PeriodInput({ value, onChange }: Props) {
  const t = useText('segments')
  const [mode, setMode] = useState(() => modeOf(value))
  return (
    <div className={classes.pair}>
      <NativeSelect
        size="md"
        label={t('period')}
        value={mode}
        onChange={(event) => {
          const next = MODES.find((one) => one === event.currentTarget.value) ?? 'ever'
          setMode(next)
          onChange(begun[next])
        }}
        data={MODES.map((one) => ({ value: one, label: t(`period.${one}`) }))}
      />
      {mode === 'last' ? (
        <Amount
          label={t('period.last_days')}
          unit="days"
          value={value?.last_days ?? ''}
          onChange={(next) => onChange({ last_days: next || null })}
        />
      ) : null}
      {mode === 'ago' ? <Ago value={value?.days_ago ?? {}} onChange={onChange} /> : null}
      {mode === 'dates' ? <Dates value={value ?? {}} onChange={onChange} /> : null}
    </div>
  )
}

type AgoProps = {
  value: NonNullable<Period['days_ago']>
  onChange: (value: Period) => void
}

function Ago({ value, onChange }: AgoProps) {
  const t = useText('segments')
  return (
    <div className={classes.pair}>
      {(['from', 'to'] as const).map((end) => (
        <Amount
          key={end}
          label={t(`period.ago_${end}`)}
          unit="days"
          value={value[end] ?? ''}
          onChange={(next) =>
            onChange({ days_ago: { ...value, [end]: next === '' ? null : next } })
          }
        />
      ))}
    </div>
  )
}

function Dates({ value, onChange }: { value: Period; onChange: (value: Period) => void }) {
  const t = useText('segments')
  return (
    <div className={classes.pair}>
      {(['date_from', 'date_to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`period.${end}`)}
          value={value[end] ?? ''}
          onChange={(event) => onChange({ ...value, [end]: event.currentTarget.value || null })}
        />
      ))}
    </div>
  )
}
