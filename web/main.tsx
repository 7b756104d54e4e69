import './ui/styles.ts'
import './ui/styles-cabinet.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureCalls } from './api/call.ts'
import { router } from './routes.tsx'
import { paths } from './shell/paths.ts'
import { Providers } from './shell/providers.tsx'
import { clearUser } from './shell/session.ts'
import { currentLocale, startText } from './text/text.ts'

configureCalls({
  language: currentLocale,
  onSessionEnded() {
    clearUser()
    const { pathname, href } = router.state.location
    if (pathname.startsWith('/auth')) return
    const back = encodeURIComponent(href)
    void router.navigate({ href: `${paths.login}?message=auth&redirect=${back}` })
  },
})

await startText()

// A new page is a new place for a screen reader and for the keyboard: focus goes to its H1.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged && !router.state.location.hash) {
    document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
  }
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
