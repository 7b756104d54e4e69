/** What both entries (cabinet and till) stand in: theme, queries, toasts, the words of ui blocks. */
import {
  localStorageColorSchemeManager,
  MantineProvider,
  mergeThemeOverrides,
  useComputedColorScheme,
} from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { queryClient } from '../api/query-client.ts'
import { languages } from '../text/languages.ts'
import { useLanguage, useText } from '../text/text.ts'
import { cssVariables, theme } from '../ui/theme.ts'
import { WordsProvider } from '../ui/words.tsx'
import { MessageBar } from './message-bar.tsx'
import { TOAST_MS } from './toasts.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: 'theme' })

export function Providers({ children }: { children: ReactNode }) {
  const t = useText('shell')
  // The cross of every dialog, drawer and toast has no words of its own.
  const named = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: { CloseButton: { defaultProps: { 'aria-label': t('ui.close') } } },
      }),
    [t],
  )
  return (
    <MantineProvider
      theme={named}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ThemeMark />
        <UiWords>
          <MessageBar />
          <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} zIndex={400} />
          {children}
        </UiWords>
      </QueryClientProvider>
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

function UiWords({ children }: { children: ReactNode }) {
  const word = useText('shell')
  const language = useLanguage()
  const look = useMemo(() => ({ word, locale: languages[language].locale }), [word, language])
  return <WordsProvider value={look}>{children}</WordsProvider>
}
