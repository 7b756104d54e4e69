/** The filters of a list live in the address: shareable, and right after a reload or «back». */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/**
 * The values of the address over the given defaults, all as text. A value equal to its default is
 * left out of the address; a change of any filter goes back to page 1 unless it sets the page.
 * `sure`: a form that the address has opened is done with, and nothing is asked about it.
 */
export function useFilters<T extends Record<string, string>>(defaults: T) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const known = JSON.stringify(defaults)
  const values = useMemo(() => {
    const base = JSON.parse(known) as T
    for (const key of Object.keys(base)) {
      const given = search[key]
      if (given !== undefined) (base as Record<string, string>)[key] = given
    }
    return base
  }, [known, search])
  const set = useCallback(
    (changes: Partial<T>, { sure = false }: { sure?: boolean } = {}) => {
      const base = JSON.parse(known) as T
      void navigate({
        to: '.',
        replace: true,
        ignoreBlocker: sure,
        resetScroll: false,
        search: (now: Record<string, string>) => {
          const next: Record<string, string | undefined> = { ...now }
          if (!('page' in changes)) delete next.page
          for (const [key, value] of Object.entries(changes)) {
            next[key] = value === undefined || value === base[key] ? undefined : value
          }
          return next
        },
      })
    },
    [known, navigate],
  )
  const reset = useCallback(() => {
    const base = JSON.parse(known) as T
    set({ ...base })
  }, [known, set])
  return { values, set, reset }
}
