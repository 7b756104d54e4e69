/** Signing in, told in the till's own words; without a line the PIN opens the till it had locked. */
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import { problemSentence } from '../../text/problem.ts'
import { type TextKey, useText } from '../../text/text.ts'
import { holdsOther } from '../queue/queue.ts'
import { sound } from '../shell/sounds.ts'
import { checkPin, keepPin } from './offline-pin.ts'
import { getSession, signIn, unlock } from './session.ts'

/** A sentence of the till's own. */
class Told extends Error {
  readonly key: TextKey<'cashier'>
  constructor(key: TextKey<'cashier'>) {
    super(key)
    this.key = key
  }
}

export function useSignIn() {
  const t = useText('cashier')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Answers whether it worked; a second try waits for the first. */
  const submit = async (login: string, pin: string) => {
    if (pending) return false
    setPending(true)
    setProblem(undefined)
    try {
      await enter(login, pin)
      return true
    } catch (error) {
      sound('error')
      const key = error instanceof Told ? error.key : refusals[codeOf(error)]
      setProblem(key ? t(key) : problemSentence(error))
      return false
    } finally {
      setPending(false)
    }
  }
  return { submit, pending, problem, setProblem }
}

const codeOf = (error: unknown): string => (error instanceof ApiProblem ? error.code : '')
const refusals: Record<string, TextKey<'cashier'>> = {
  wrong_credentials: 'login.wrong',
  not_allowed: 'login.disabled',
}

async function enter(login: string, pin: string): Promise<void> {
  try {
    await signIn(login, pin, async (organization_id) => {
      // Sales of another shop wait here: they can only be sent by its own cashiers.
      if (await holdsOther(organization_id)) throw new Told('queue.other_shop')
    })
  } catch (error) {
    const session = getSession()
    const is_same = session?.login === login.trim().toLowerCase()
    if (codeOf(error) !== 'offline' || !is_same) throw error
    return enterWithoutLine(pin)
  }
  const session = getSession()
  if (session) void keepPin(session.manager.id, pin)
}

async function enterWithoutLine(pin: string): Promise<void> {
  const found = await checkPin(pin)
  if (found === 'right') return unlock()
  throw new Told(found === 'wrong' ? 'login.wrong' : `pin.${found}`)
}
