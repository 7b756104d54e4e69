import '../ui/styles.ts'
import './till.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureCalls } from '../api/call.ts'
import { currentLocale, startText } from '../text/text.ts'
import { watchQueue } from './queue/queue.ts'
import { startSending } from './queue/send.ts'
import { Look } from './shell/look.tsx'
import { keepTill } from './shell/worker.ts'
import { Till } from './till.tsx'

// The till has its own token; an owner's session is none of its business.
configureCalls({ language: currentLocale, onSessionEnded() {} })

await startText(['shell', 'cashier'])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Look>
        <Till />
      </Look>
    </StrictMode>,
  )
}

watchQueue()
startSending()
void keepTill()
