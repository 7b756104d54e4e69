/** Signing in, told in the till's own words. */
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { sound } from '../shell/sounds.ts'
import { signIn } from './session.ts'

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
      await signIn(login, pin)
      return true
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : undefined
      sound('error')
      setProblem(
        code === 'wrong_credentials'
          ? t('login.wrong')
          : code === 'not_allowed'
            ? t('login.disabled')
            : problemSentence(error),
      )
      return false
    } finally {
      setPending(false)
    }
  }
  return { submit, pending, problem, setProblem }
}
