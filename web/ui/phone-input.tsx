/**
 * A phone as people type or paste it. While typing the text is left alone; on blur a number that is
 * understood is written out as `+380 67 123-45-67`. The value handed up is always the typed text;
 * `normalizePhone` of the contract (and the server) makes E.164 of it.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import { normalizePhone, printPhone } from '#contract/phone.ts'
import { useWords } from './words.tsx'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string
  onChange?: (value: string) => void
}

export function PhoneInput({ value = '', onChange, onBlur, ...rest }: Props) {
  const { word } = useWords()
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+380"
      description={rest.error ? undefined : word('ui.phone_hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={30}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onBlur={(event) => {
        const normal = normalizePhone(event.currentTarget.value)
        if (normal) onChange?.(printPhone(normal))
        onBlur?.(event)
      }}
      {...rest}
    />
  )
}
