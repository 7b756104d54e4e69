/** Theme and language without the weight of menus and dialogs: this is in the first load. */
import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { isLanguage, languageIds, languages } from '../../text/languages.ts'
import { changeLanguage, useLanguage, useText } from '../../text/text.ts'
import classes from './look-controls.module.css'

const next = { light: 'dark', dark: 'auto', auto: 'light' } as const
const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const

/** One button: light → dark → auto. */
export function ThemeButton() {
  const t = useText('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  const name = `${t('theme.label')}: ${t(`theme.${colorScheme}`)}`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={48}
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(next[colorScheme])}
    >
      <Icon size={20} stroke={1.75} />
    </ActionIcon>
  )
}

/** The eight languages by their own names; `compact` shows the code alone until opened. */
export function LanguageSelect({ compact }: { compact?: boolean }) {
  const t = useText('shell')
  const language = useLanguage()
  return (
    <span className={classes.language} data-compact={compact || undefined}>
      <span className={classes.code} aria-hidden>
        {languages[language].code}
      </span>
      <select
        aria-label={t('language.button', { name: languages[language].name })}
        value={language}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          if (isLanguage(chosen)) void changeLanguage(chosen)
        }}
      >
        {languageIds.map((id) => (
          <option key={id} value={id} lang={languages[id].html}>
            {languages[id].name}
          </option>
        ))}
      </select>
    </span>
  )
}
