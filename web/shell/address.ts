/** The query of the address as the page's state: shareable, and back undoes it. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Address = Record<string, string | undefined>
/**
 * Changes some keys; an empty value removes its key. `step` makes an entry for the back button;
 * `sure` asks nothing of unsaved changes: they are saved, or what they were of is gone.
 */
export type ChangeAddress = (change: Address, options?: { step?: boolean; sure?: boolean }) => void

export function useAddress(): [Address, ChangeAddress] {
  const search: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = useCallback<ChangeAddress>(
    (changes, { step = false, sure = false } = {}) => {
      void navigate({
        to: '.',
        search: (present: Address) => ({ ...present, ...changes }),
        replace: !step,
        ignoreBlocker: sure,
        resetScroll: false,
      })
    },
    [navigate],
  )
  return [search, change]
}
