/** A switch or a choice that saves itself: it stands where it was put, at once. */
import { useState } from 'react'

/**
 * What to show over what is saved, and how to choose: a choice shows from the click on until its
 * saving is done, well or not (who saves tells why not). A mutation tells what it holds only after
 * the click is over, and till then the control would fall back to where it was.
 */
export function useChoice<T extends object>(saved: T) {
  const [waiting, setWaiting] = useState<readonly Partial<T>[]>([])
  const choose = (changes: Partial<T>, saving: Promise<unknown>) => {
    const settle = () => setWaiting((all) => all.filter((one) => one !== changes))
    setWaiting((all) => [...all, changes])
    saving.then(settle, settle)
  }
  return [Object.assign({}, saved, ...waiting) as T, choose] as const
}
