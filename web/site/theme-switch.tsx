/** Light · Dark · Auto, kept in `localStorage.theme`; the inline script paints it before the page. */
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import classes from './theme-switch.module.css'
import { useWords } from './words.ts'

const choices = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const
type Choice = (typeof choices)[number]['value']

const KEY = 'theme'
const listeners = new Set<() => void>()

function stored(): Choice {
  const value = localStorage.getItem(KEY)
  return value === 'light' || value === 'dark' ? value : 'auto'
}

function listen(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const dark = () => matchMedia('(prefers-color-scheme: dark)')

function paint(choice: Choice) {
  const scheme = choice === 'auto' ? (dark().matches ? 'dark' : 'light') : choice
  const root = document.documentElement
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.setAttribute('data-theme', scheme)
}

function choose(choice: Choice) {
  localStorage.setItem(KEY, choice)
  paint(choice)
  for (const listener of listeners) listener()
}

export function ThemeSwitch({ wide }: { wide?: boolean }) {
  const t = useWords('shell')
  const name = useId()
  const now = useSyncExternalStore(listen, stored, () => undefined)
  useEffect(() => {
    const media = dark()
    const follow = () => paint(stored())
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return (
    <fieldset className={classes.switch} data-wide={wide || undefined}>
      <legend className="v-sr">{t('theme.label')}</legend>
      {choices.map(({ value, Icon }) => (
        <label key={value} className={classes.choice} title={t(`theme.${value}`)}>
          <input
            type="radio"
            name={name}
            className="v-sr"
            checked={now === value}
            onChange={() => choose(value)}
          />
          <Icon size={18} stroke={1.75} aria-hidden />
          <span className={wide ? undefined : 'v-sr'}>{t(`theme.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
