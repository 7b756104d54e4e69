import '../ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureCalls } from '../api/call.ts'
import { Providers } from '../shell/providers.tsx'
import { currentLocale, startText } from '../text/text.ts'

// The till has its own token; an owner's session is none of its business.
configureCalls({ language: currentLocale, onSessionEnded() {} })

await startText(['shell', 'cashier'])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <main />
      </Providers>
    </StrictMode>,
  )
}
