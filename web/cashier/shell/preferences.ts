/** What this device likes: sound, width of the slip, whether to print by itself. */
import { useSyncExternalStore } from 'react'

export type Preferences = { sound: boolean; slip_mm: 58 | 80; print_after: boolean }

const KEY = 'till_preferences'
const first: Preferences = { sound: true, slip_mm: 58, print_after: false }
const listeners = new Set<() => void>()
let current: Preferences | undefined

export function getPreferences(): Preferences {
  if (!current) {
    try {
      current = {
        ...first,
        ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>),
      }
    } catch {
      current = first
    }
  }
  return current
}

export function prefer(change: Partial<Preferences>) {
  current = { ...getPreferences(), ...change }
  localStorage.setItem(KEY, JSON.stringify(current))
  for (const listener of listeners) listener()
}

export const usePreferences = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, getPreferences)
