/** What both entries (cabinet and till) stand in first: the theme and the words of ui blocks. */
import {
  localStorageColorSchemeManager,
  type MantineThemeOverride,
  MantineProvider,
  useComputedColorScheme,
} from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { languages } from '../text/languages.ts'
import { useLanguage, useText } from '../text/text.ts'
import { cssVariables } from '../ui/theme.ts'
import { WordsProvider } from '../ui/words.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: 'theme' })

export function Themed({ theme, children }: { theme: MantineThemeOverride; children: ReactNode }) {
  const word = useText('shell')
  const language = useLanguage()
  const look = useMemo(() => ({ word, locale: languages[language].locale }), [word, language])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <ThemeMark />
      <WordsProvider value={look}>{children}</WordsProvider>
    </MantineProvider>
  )
}

/** Keeps `data-theme` equal to what Mantine shows after the inline script set both. */
function ThemeMark() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
  return null
}
