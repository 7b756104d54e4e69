import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Whether the screen is a phone's: one column, the button at the bottom. */
export const usePhoneScreen = () =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
