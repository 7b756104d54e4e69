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
import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/password.ts'
import { ApiProblem, call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths, wayBack } from '../shell/paths.ts'
import { useTrialDays } from '../shell/tariffs.ts'
import { keepWishedCashback } from '../shell/wished-cashback.ts'
import { fieldSentences, problemSentence } from '../text/problem.ts'
import { currentLanguage, useText } from '../text/text.ts'
import { focusFirstInvalid } from '../ui/form-page.tsx'
import { AuthHead } from './auth-head.tsx'
import { looksLikeEmail } from './check-email.ts'
import { PasswordStrength } from './password-strength.tsx'
import { signInUser } from './sign-in-user.ts'
import { SocialButtons } from './social-buttons.tsx'

export function SignupPage() {
  const t = useText('auth')
  const days = useTrialDays()
  const search = useSearch({ strict: false }) as { redirect?: string; cashback?: string }
  useState(() => keepWishedCashback(search.cashback))
  const keep = search.redirect ? `?redirect=${encodeURIComponent(search.redirect)}` : ''
  return (
    <>
      <AuthHead title={t('signup.title')} lead={t('signup.lead', { days })} />
      <SocialButtons redirect={search.redirect} />
      <SignupForm redirect={search.redirect} />
      <Group gap={6} justify="center" mt="lg">
        <span>{t('signup.have')}</span>
        <Anchor component={PageLink} href={paths.login + keep}>
          {t('login.submit')}
        </Anchor>
      </Group>
    </>
  )
}

function useSignup(redirect: string | undefined) {
  const t = useText('auth')
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { first_name: '', email: '', password: '', accept_terms: false },
    validate: {
      first_name: (value) => (value.trim() ? null : t('error.required')),
      email: (value) => (looksLikeEmail(value) ? null : t('error.email')),
      password: (value) =>
        value.length >= PASSWORD_LENGTH_MIN
          ? null
          : t('error.password_short', { count: PASSWORD_LENGTH_MIN }),
      accept_terms: (value) => (value ? null : t('error.terms')),
    },
    validateInputOnBlur: ['first_name', 'email', 'password'],
  })
  const signup = useMutation({
    mutationFn: (body: typeof form.values) =>
      call('POST /api/v1/user/signup', { body: { ...body, language: currentLanguage() } }),
    onSuccess: ({ user }) => {
      signInUser(user)
      void navigate({ href: wayBack(redirect, paths.land), replace: true })
    },
    onError: (error) => form.setErrors(fieldSentences(error)),
  })
  return { form, signup }
}

function SignupForm({ redirect }: { redirect: string | undefined }) {
  const t = useText('auth')
  const { form, signup } = useSignup(redirect)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        form.onSubmit((values) => signup.mutate(values))(event)
        const element = event.currentTarget
        requestAnimationFrame(() => focusFirstInvalid(element))
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('field.first_name')}
          autoComplete="given-name"
          maxLength={60}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          type="email"
          label={t('field.email')}
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('field.password')}
          autoComplete="new-password"
          maxLength={PASSWORD_LENGTH_MAX}
          description={
            form.values.password ? (
              <PasswordStrength password={form.values.password} />
            ) : (
              t('error.password_short', { count: PASSWORD_LENGTH_MIN })
            )
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={{ 'aria-label': t('field.show_password'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        <Checkbox
          label={
            <>
              {t('signup.terms_before')}{' '}
              <Anchor href={paths.license_agreement} target="_blank" underline="always">
                {t('signup.terms_link')}
              </Anchor>
            </>
          }
          {...form.getInputProps('accept_terms', { type: 'checkbox' })}
        />
        <SignupError error={signup.error} email={form.values.email} />
        <Button type="submit" size="lg" loading={signup.isPending}>
          {t('signup.submit')}
        </Button>
      </Stack>
    </form>
  )
}

function SignupError({ error, email }: { error: unknown; email: string }) {
  const t = useText('auth')
  if (!error) return null
  const code = error instanceof ApiProblem ? error.code : undefined
  // The sentences of the fields stand beside the fields.
  if (code === 'validation_failed') return null
  return (
    <Alert color="kalyna" variant="light" role="alert" py="xs">
      {code === 'email_taken' ? (
        <Group gap="sm">
          <span>{t('signup.taken')}</span>
          <Anchor component={PageLink} href={paths.login}>
            {t('signup.taken_login')}
          </Anchor>
          <Anchor component={PageLink} href={`${paths.forgot}?email=${encodeURIComponent(email)}`}>
            {t('signup.taken_forgot')}
          </Anchor>
        </Group>
      ) : (
        problemSentence(error)
      )}
    </Alert>
  )
}
