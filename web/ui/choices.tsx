/** Switches and choices of forms, over values instead of events. */
import { NativeSelect, Radio, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'

type Field<T> = {
  label: ReactNode
  description?: ReactNode
  value: T
  onChange: (value: T) => void
  onBlur?: () => void
  error?: ReactNode
  disabled?: boolean
}
type Option<T> = { value: T; label: string; description?: string }

export function Toggle({ value, onChange, onBlur: _onBlur, ...rest }: Field<boolean>) {
  return (
    <Switch
      {...rest}
      size="md"
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** A few options with their explanations in sight. */
export function Choice<T extends string>(props: Field<T> & { options: Option<T>[] }) {
  const { options, value, onChange, onBlur: _onBlur, ...rest } = props
  return (
    <Radio.Group
      {...rest}
      value={value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onChange(chosen.value)
      }}
    >
      <Stack gap="sm" mt="xs">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.description}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Options that need no explanation. */
export function Pick<T extends string | number>(props: Field<T> & { options: Option<T>[] }) {
  const { options, value, onChange, ...rest } = props
  return (
    <NativeSelect
      {...rest}
      size="md"
      value={String(value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        const chosen = options.find((option) => String(option.value) === text)
        if (chosen) onChange(chosen.value)
      }}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
    />
  )
}
