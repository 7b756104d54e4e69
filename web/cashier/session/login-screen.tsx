/** The first screen of a till: login and PIN, or the printed card by scanner or camera. */
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { PIN_DIGITS } from '#contract/limits.ts'
import { useText } from '../../text/text.ts'
import { useKeys } from '../shell/use-keys.ts'
import { Keys } from '../shell/kbd.tsx'
import { useScanner } from '../sale/use-scanner.ts'
import { GateCard } from './gate-card.tsx'
import { type LoginCard, readLoginCard } from './login-card.ts'
import classes from './gate.module.css'
import { lastLogin } from './session.ts'
import { useSignIn } from './use-sign-in.ts'

const CameraDialog = lazy(() =>
  import('../camera/camera-dialog.tsx').then((module) => ({ default: module.CameraDialog })),
)

export function LoginScreen() {
  const t = useText('cashier')
  const [login, setLogin] = useState(() => readLoginCard(location.href)?.login ?? lastLogin())
  const [pin, setPin] = useState('')
  const [camera, setCamera] = useState(false)
  const loginField = useRef<HTMLInputElement>(null)
  const pinField = useRef<HTMLInputElement>(null)
  const [pin_first] = useState(login !== '')
  useEffect(() => {
    const first = pin_first ? pinField : loginField
    first.current?.focus()
  }, [pin_first])
  const { submit, pending, problem, setProblem } = useSignIn()

  const enter = (card: { login: string; pin: string }) => {
    if (card.login.trim() === '') return setProblem(t('login.login_required'))
    if (card.pin.length < PIN_DIGITS) return setProblem(t('login.pin_required'))
    void submit(card.login, card.pin).then((done) => {
      if (!done) setPin('')
    })
  }
  const takeCard = (card: LoginCard | undefined) => {
    if (!card) return setProblem(t('login.card_bad'))
    setLogin(card.login)
    setPin(card.pin ?? '')
    if (card.pin) enter({ login: card.login, pin: card.pin })
    else pinField.current?.focus()
  }
  useScanner((text) => takeCard(readLoginCard(text)))
  useOpeningCard(takeCard)
  useKeys({ camera: () => setCamera(true) }, !camera)

  return (
    <GateCard title={t('login.title')} text={t('login.purpose')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          enter({ login, pin })
        }}
        noValidate
      >
        <TextInput
          label={t('login.login')}
          size="lg"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          ref={loginField}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
        />
        <PasswordInput
          ref={pinField}
          label={t('login.pin')}
          description={t('login.pin_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size="lg"
          inputMode="numeric"
          autoComplete="current-password"
          maxLength={12}
          value={pin}
          error={problem && <span role="alert">{problem}</span>}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '')
            setPin(digits)
            setProblem(undefined)
            if (digits.length === PIN_DIGITS && login) enter({ login, pin: digits })
          }}
        />
        <Button type="submit" size="lg" h={56} loading={pending} fullWidth>
          {t('login.submit')}
        </Button>
        <Button
          variant="default"
          h={48}
          px="sm"
          leftSection={<IconQrcode size={20} stroke={1.75} />}
          rightSection={<Keys>F3</Keys>}
          onClick={() => setCamera(true)}
        >
          {t('login.scan')}
        </Button>
      </form>
      <Suspense>
        {camera ? (
          <CameraDialog
            onClose={() => setCamera(false)}
            onRead={(text) => {
              setCamera(false)
              takeCard(readLoginCard(text))
            }}
          />
        ) : null}
      </Suspense>
    </GateCard>
  )
}

/** The card's QR opens the till itself; its login (and PIN) leave the address at once. */
function useOpeningCard(take: (card: LoginCard) => void) {
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    taken.current = true
    const card = readLoginCard(location.href)
    if (!card) return
    history.replaceState(null, '', location.pathname)
    take(card)
  })
}
