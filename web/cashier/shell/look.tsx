/**
 * What the till's first paint stands in: theme and the words of ui blocks. Queries and toasts, which
 * only the screens behind F8 and F9 need, come with those.
 */
import {
  localStorageColorSchemeManager,
  MantineProvider,
  useComputedColorScheme,
} from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import { languages } from '../../text/languages.ts'
import { useLanguage, useText } from '../../text/text.ts'
import { cssVariables, theme } from '../../ui/theme.ts'
import { WordsProvider } from '../../ui/words.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: 'theme' })

export function Look({ children }: { children: ReactNode }) {
  const word = useText('shell')
  const language = useLanguage()
  const words = useMemo(() => ({ word, locale: languages[language].locale }), [word, language])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <ThemeMark />
      <WordsProvider value={words}>{children}</WordsProvider>
    </MantineProvider>
  )
}

/** Keeps `data-theme` equal to what is shown after the inline script set both. */
function ThemeMark() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.documentElement.dataset.theme = scheme
  }, [scheme])
  return null
}
