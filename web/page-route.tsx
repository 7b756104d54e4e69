/** What the routes are made of: the frames they stand in, and how a page is one line of them. */
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { type requireAnonymous, requireUser } from './shell/guard.ts'
import { Crash } from './shell/crash.tsx'
import { profileQuery } from './shell/profile.ts'
import { type Area, loadText, type TextKey } from './text/text.ts'

export const root = createRootRoute({
  component: Outlet,
  errorComponent: Crash,
  notFoundComponent: () => null,
})

export const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(() => import('./shell/auth-layout.tsx'), 'AuthLayout'),
  loader: () => loadText('auth'),
})
/** Where acquirers send the browser back: the frame of the sign-in pages, without a session. */
export const returns = createRoute({
  getParentRoute: () => root,
  id: 'returns',
  component: lazyRouteComponent(() => import('./shell/auth-layout.tsx'), 'AuthLayout'),
  loader: () => loadText('auth'),
})
export const cabinet = createRoute({
  getParentRoute: () => root,
  id: 'cabinet',
  beforeLoad: requireUser,
  // Known before the first frame, so that the banner of an unconfirmed address moves nothing. The
  // pages tell by themselves when it failed.
  loader: () => queryClient.ensureQueryData(profileQuery).catch(() => undefined),
  component: lazyRouteComponent(() => import('./shell/cabinet-layout.tsx'), 'CabinetLayout'),
})

type Parent = typeof auth | typeof returns | typeof cabinet
type Module<N extends string> = Record<N, RouteComponent>

/** A page: its path, the areas of words it needs, and where its component is. */
export function page<N extends string>(
  parent: Parent,
  path: string,
  areas: Area[],
  load: () => Promise<Module<N>>,
  name: N,
  extra: { beforeLoad?: typeof requireAnonymous; title?: TextKey<'shell'> } = {},
) {
  const { title, beforeLoad } = extra
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load, name as never),
    loader: () => loadText(...areas),
    staticData: { title },
    beforeLoad,
  })
}
