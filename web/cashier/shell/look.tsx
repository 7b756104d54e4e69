/**
 * What the till's first paint stands in: theme and the words of ui blocks. Queries and toasts, which
 * only the screens behind F8 and F9 need, come with those.
 */
import type { ReactNode } from 'react'
import { Themed } from '../../shell/themed.tsx'
import { theme } from '../../ui/theme.ts'

export function Look({ children }: { children: ReactNode }) {
  return <Themed theme={theme}>{children}</Themed>
}
