/** Light · Dark · Auto; until it is awake, the style sheet shows which one is chosen. */
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useId, useSyncExternalStore } from 'react'
import { chooseTheme, listenToTheme, storedTheme, type Theme, themes } from './theme.ts'
import classes from './theme-switch.module.css'
import { useWords } from './words.ts'

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

function Picture({ theme }: { theme: Theme }) {
  const Icon = icons[theme]
  return <Icon size={18} stroke={1.75} aria-hidden />
}

export function ThemeSwitch({ wide }: { wide?: boolean }) {
  const t = useWords('shell')
  const name = useId()
  const now = useSyncExternalStore(listenToTheme, storedTheme, () => undefined)
  return (
    <fieldset className={classes.switch} data-wide={wide || undefined}>
      <legend className="v-sr">{t('theme.label')}</legend>
      {themes.map((theme) => (
        <label key={theme} className={classes.choice} data-is={theme} title={t(`theme.${theme}`)}>
          <input
            type="radio"
            name={name}
            className="v-sr"
            checked={now === theme}
            onChange={() => chooseTheme(theme)}
          />
          <Picture theme={theme} />
          <span className={wide ? undefined : 'v-sr'}>{t(`theme.${theme}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
