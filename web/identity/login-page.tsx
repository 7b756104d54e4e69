import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiProblem, call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths, wayBack } from '../shell/paths.ts'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { focusFirstInvalid } from '../ui/form-page.tsx'
import { AuthHead } from './auth-head.tsx'
import { looksLikeEmail } from './check-email.ts'
import { owesCode, SecondStep } from './second-step.tsx'
import { signInUser } from './sign-in-user.ts'
import { SocialButtons } from './social-buttons.tsx'
import { clockText, useCountdown } from './use-countdown.ts'

/** How long a lock lasts when the server does not say. */
const LOCK_SECONDS = 60

export function LoginPage() {
  const t = useText('auth')
  const navigate = useNavigate()
  const [waits, setWaits] = useState(false)
  const search = useSearch({ strict: false }) as { redirect?: string; message?: string }
  const keep = search.redirect ? `?redirect=${encodeURIComponent(search.redirect)}` : ''
  const goOn = () => void navigate({ href: wayBack(search.redirect, paths.land), replace: true })
  if (waits) return <SecondStep onDone={goOn} />
  return (
    <>
      <AuthHead title={t('login.title')} />
      {search.message === 'auth' ? (
        <Alert color="blue" variant="light" icon={<IconInfoCircle />} mb="md" role="status">
          {t('login.session_ended')}
        </Alert>
      ) : null}
      <SocialButtons redirect={search.redirect} />
      <LoginForm onDone={goOn} onOwesCode={() => setWaits(true)} />
      <Stack gap="xs" mt="lg" align="center">
        <Group gap={6} justify="center">
          <span>{t('login.no_account')}</span>
          <Anchor component={PageLink} href={paths.signup + keep}>
            {t('login.signup')}
          </Anchor>
        </Group>
        <Anchor component={PageLink} href={paths.till} c="dimmed">
          {t('login.cashier')}
        </Anchor>
      </Stack>
    </>
  )
}

type FormProps = { onDone: () => void; onOwesCode: () => void }

function LoginForm({ onDone, onOwesCode }: FormProps) {
  const t = useText('auth')
  const lock = useCountdown()
  const form = useForm({
    initialValues: { email: '', password: '', remember: true },
    validate: {
      email: (value) => (looksLikeEmail(value) ? null : t('error.email')),
      password: (value) => (value ? null : t('error.required')),
    },
    validateInputOnBlur: ['email'],
  })
  const login = useMutation({
    mutationFn: (body: typeof form.values) => call('POST /api/v1/user/login', { body }),
    onSuccess: ({ user }) => {
      signInUser(user)
      onDone()
    },
    onError: (error) => {
      if (owesCode(error)) onOwesCode()
      if (error instanceof ApiProblem && error.code === 'locked') {
        lock.start(error.retry_after ?? LOCK_SECONDS)
      }
    },
  })
  const error = loginError(login.error, lock.left, t)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        form.onSubmit((values) => login.mutate(values))(event)
        const element = event.currentTarget
        requestAnimationFrame(() => focusFirstInvalid(element))
      }}
    >
      <Stack gap="md">
        <TextInput
          type="email"
          label={t('field.email')}
          autoComplete="username"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('field.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('field.show_password'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          <Checkbox
            label={t('login.remember')}
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
          <Anchor component={PageLink} href={paths.forgot}>
            {t('login.forgot')}
          </Anchor>
        </Group>
        {error ? (
          <Alert color="kalyna" variant="light" role="alert" py="xs">
            {error}
          </Alert>
        ) : null}
        <Button type="submit" size="lg" loading={login.isPending} disabled={lock.left > 0}>
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  )
}

function loginError(error: unknown, left: number, t: ReturnType<typeof useText<'auth'>>) {
  if (!error) return undefined
  if (error instanceof ApiProblem && error.code === 'wrong_credentials') return t('login.wrong')
  if (error instanceof ApiProblem && error.code === 'locked') {
    return left > 0 ? t('login.locked', { left: clockText(left) }) : undefined
  }
  return problemSentence(error)
}
