/** The query of the address as the page's state: shareable, and back undoes it. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Address = Record<string, string | undefined>
/** Changes some keys; an empty value removes its key. `step` makes an entry for the back button. */
export type ChangeAddress = (change: Address, options?: { step?: boolean }) => void

export function useAddress(): [Address, ChangeAddress] {
  const search: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback<ChangeAddress>(
    (changes, { step = false } = {}) => {
      void navigate({
        to: '.',
        search: (present: Address) => ({ ...present, ...changes }),
        replace: !step,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return [search, change]
}
