/**
 * Light, dark or as the system has it, kept in `localStorage.theme`. The inline script paints it
 * before the page; this changes it. Free of React: a page follows the system before its bar is awake.
 */
export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

const KEY = 'theme'
const listeners = new Set<() => void>()

export function storedTheme(): Theme {
  const value = localStorage.getItem(KEY)
  return value === 'light' || value === 'dark' ? value : 'auto'
}

export function listenToTheme(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const dark = () => matchMedia('(prefers-color-scheme: dark)')

function paint(theme: Theme) {
  const scheme = theme === 'auto' ? (dark().matches ? 'dark' : 'light') : theme
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.setAttribute('data-theme', scheme)
}

export function chooseTheme(theme: Theme) {
  localStorage.setItem(KEY, theme)
  paint(theme)
  for (const listener of listeners) listener()
}

/** The system goes dark in the evening, and the page with it. */
export const followSystem = () => dark().addEventListener('change', () => paint(storedTheme()))
