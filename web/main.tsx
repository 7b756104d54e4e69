import './ui/styles.ts'
import './ui/styles-cabinet.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureCalls } from './api/call.ts'
import { router } from './router.tsx'
import { keepDrafts } from './shell/drafts.ts'
import { paths } from './shell/paths.ts'
import { Providers } from './shell/providers.tsx'
import { clearUser } from './shell/session.ts'
import { currentLocale, startText } from './text/text.ts'

configureCalls({
  language: currentLocale,
  onSessionEnded() {
    keepDrafts()
    clearUser()
    const { pathname, href: place } = router.state.location
    if (pathname.startsWith('/auth')) return
    const back = encodeURIComponent(place)
    // What the form holds is kept: nothing is lost, so nothing is asked.
    const href = `${paths.login}?message=auth&redirect=${back}`
    void router.navigate({ href, ignoreBlocker: true })
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
