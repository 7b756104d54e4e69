/** What the cabinet and the public pages stand in: theme, queries, toasts, the words of ui blocks. */
import { mergeThemeOverrides } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useText } from '../text/text.ts'
import { theme } from '../ui/theme.ts'
import { MessageBar } from './message-bar.tsx'
import { Themed } from './themed.tsx'
import { TOAST_MS } from './toasts.tsx'

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
    <Themed theme={named}>
      <QueryClientProvider client={queryClient}>
        <MessageBar />
        <Notifications position="bottom-right" autoClose={TOAST_MS} limit={4} zIndex={400} />
        {children}
      </QueryClientProvider>
    </Themed>
  )
}
