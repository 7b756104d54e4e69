/** What all routes have in common: how they are fetched, shown while they load, and when they break. */
import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.tsx'
import { Crash } from './shell/crash.tsx'
import { plainSearch } from './shell/plain-search.ts'
import type { TextKey } from './text/text.ts'
import { PageSkeleton } from './ui/skeletons.tsx'

export const router = createRouter({
  routeTree,
  ...plainSearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: Crash,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the breadcrumb. */
    title?: TextKey<'shell'>
  }
}
