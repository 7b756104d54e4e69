/** The search of a list: the address follows the typing after a pause. */
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const PAUSE_MS = 300

type Props = {
  className: string | undefined
  label: string
  value: string
  onChange: (value: string) => void
}

export function SearchInput({ className, label, value, onChange }: Props) {
  // What is being typed; undefined as soon as the address has it.
  const [typed, setTyped] = useState<string>()
  const hand = useDebouncedCallback((text: string) => {
    onChange(text)
    setTyped(undefined)
  }, PAUSE_MS)
  return (
    <TextInput
      className={className}
      type="search"
      data-search
      aria-label={label}
      placeholder={label}
      maxLength={80}
      leftSection={<IconSearch size={20} stroke={1.75} />}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        hand(event.currentTarget.value)
      }}
    />
  )
}
