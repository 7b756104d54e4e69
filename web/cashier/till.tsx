/** The till: who is at it decides what is shown. */
import { useEffect } from 'react'
import { LoginScreen } from './session/login-screen.tsx'
import { PinScreen } from './session/pin-screen.tsx'
import { PosChoice } from './session/pos-choice.tsx'
import { isIdle, lock, markActive, useSession } from './session/session.ts'
import { Workplace } from './shell/workplace.tsx'

export function Till() {
  const session = useSession()
  useIdleLock(session !== undefined && !session.locked)
  if (!session) return <LoginScreen />
  if (session.locked) return <PinScreen session={session} />
  const pos = session.pos.find((each) => each.id === session.pos_id)
  if (!pos) return <PosChoice session={session} />
  return <Workplace key={pos.id} session={session} pos={pos} />
}

const CHECK_MS = 15_000

/** Ten minutes without a touch lock the till; the sale stays as it is. */
function useIdleLock(working: boolean) {
  useEffect(() => {
    if (!working) return
    let marked = 0
    const mark = () => {
      if (Date.now() - marked < 5000) return
      marked = Date.now()
      markActive()
    }
    const look = () => isIdle() && lock()
    const timer = setInterval(look, CHECK_MS)
    addEventListener('pointerdown', mark)
    addEventListener('keydown', mark)
    addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('pointerdown', mark)
      removeEventListener('keydown', mark)
      removeEventListener('visibilitychange', look)
    }
  }, [working])
}
