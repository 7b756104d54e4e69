/** The till is locked: the PIN of the same cashier, and the unfinished receipt is there again. */
import { Button, PasswordInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { PIN_DIGITS } from '#contract/limits.ts'
import { useText } from '../../text/text.ts'
import { focusFirst } from '../shell/focus-first.ts'
import { useQueue } from '../queue/queue.ts'
import { forgetSales } from '../sale/open-sales.ts'
import { GateCard } from './gate-card.tsx'
import classes from './gate.module.css'
import { LoginScreen } from './login-screen.tsx'
import type { TillSession } from './session.ts'
import { useSignIn } from './use-sign-in.ts'

const ConfirmDanger = lazy(() =>
  import('../../ui/confirm-danger.tsx').then((module) => ({ default: module.ConfirmDanger })),
)

const leave = async () => (await import('../shell/leave-till.ts')).leaveTill()

export function PinScreen({ session }: { session: TillSession }) {
  const t = useText('cashier')
  const [pin, setPin] = useState('')
  const [leaving, setLeaving] = useState(false)
  const [handing_over, setHandingOver] = useState(false)
  const { count } = useQueue().summary
  const { submit, pending, problem, setProblem } = useSignIn()
  const enter = (typed: string) => {
    if (typed.length < PIN_DIGITS) return setProblem(t('login.pin_required'))
    void submit(session.login, typed).then((done) => {
      if (!done) setPin('')
    })
  }
  if (handing_over) return <LoginScreen />
  return (
    <GateCard title={t('pin.title')} text={t('pin.text', { name: session.manager.name })}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          enter(pin)
        }}
        noValidate
      >
        <input type="hidden" autoComplete="username" value={session.login} readOnly />
        <PasswordInput
          label={t('login.pin')}
          description={t('login.pin_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="lg"
          inputMode="numeric"
          autoComplete="current-password"
          maxLength={12}
          ref={focusFirst}
          value={pin}
          error={problem && <span role="alert">{problem}</span>}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '')
            setPin(digits)
            setProblem(undefined)
            if (digits.length === PIN_DIGITS) enter(digits)
          }}
        />
        <Button type="submit" size="lg" h={56} loading={pending}>
          {t('pin.submit')}
        </Button>
        <Button variant="subtle" h={48} onClick={() => setLeaving(true)}>
          {t('pin.other')}
        </Button>
      </form>
      {leaving ? (
        <Suspense>
          <ConfirmDanger
            opened
            onClose={() => setLeaving(false)}
            title={t('pin.other_title')}
            verb={t('pin.other')}
            onConfirm={() => {
              if (count === 0) return void leave()
              // Sales wait: this session ends when somebody else's begins, so that they are sent.
              forgetSales()
              setLeaving(false)
              setHandingOver(true)
            }}
          >
            {count > 0 ? t('queue.hand_over', { count }) : t('pin.other_text')}
          </ConfirmDanger>
        </Suspense>
      ) : null}
    </GateCard>
  )
}
