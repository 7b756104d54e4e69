/** The search of the list: the address follows the typing after a pause. */
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../text/text.ts'
import classes from './buyers.module.css'

const PAUSE_MS = 300

type Props = { value: string; onChange: (value: string) => void }

export function SearchInput({ value, onChange }: Props) {
  const t = useText('buyers')
  // What is being typed; undefined as soon as the address has it.
  const [typed, setTyped] = useState<string>()
  const hand = useDebouncedCallback((text: string) => {
    onChange(text)
    setTyped(undefined)
  }, PAUSE_MS)
  return (
    <TextInput
      className={classes.search}
      type="search"
      data-search
      aria-label={t('search')}
      placeholder={t('search')}
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
