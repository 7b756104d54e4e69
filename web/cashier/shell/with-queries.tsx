/** Gives the screens behind F8 and F9 their query client; it is not in the first load. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { queryClient } from '../../api/query-client.ts'

export function withQueries<P extends object>(Screen: ComponentType<P>) {
  return function WithQueries(props: P) {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen {...props} />
      </QueryClientProvider>
    )
  }
}
