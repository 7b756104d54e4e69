import { Alert, Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/password.ts'
import { ApiProblem, call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths } from '../shell/paths.ts'
import { toast } from '../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { focusFirstInvalid } from '../ui/form-page.tsx'
import { AuthHead } from './auth-head.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { owesCode, SecondStep } from './second-step.tsx'
import { signInUser } from './sign-in-user.ts'

export function ResetPasswordPage() {
  const t = useText('auth')
  const navigate = useNavigate()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (value) =>
        value.length >= PASSWORD_LENGTH_MIN
          ? null
          : t('error.password_short', { count: PASSWORD_LENGTH_MIN }),
    },
  })
  const goOn = () => {
    toast.done(t('reset.done'))
    void navigate({ href: paths.land, replace: true })
  }
  const reset = useMutation({
    mutationFn: (body: { password: string }) =>
      call('POST /api/v1/user/reset_password', { body: { token, ...body } }),
    onSuccess: ({ user }) => {
      signInUser(user)
      goOn()
    },
    onError: (error) => {
      const { password } = fieldSentences(error)
      if (password) form.setErrors({ password })
    },
  })
  if (owesCode(reset.error)) return <SecondStep onDone={goOn} />
  const code = reset.error instanceof ApiProblem ? reset.error.code : undefined
  return (
    <>
      <AuthHead title={t('reset.title')} />
      <form
        noValidate
        onSubmit={(event) => {
          form.onSubmit((values) => reset.mutate(values))(event)
          const element = event.currentTarget
          requestAnimationFrame(() => focusFirstInvalid(element))
        }}
      >
        <Stack gap="md">
          <PasswordInput
            label={t('field.new_password')}
            autoComplete="new-password"
            maxLength={PASSWORD_LENGTH_MAX}
            description={<PasswordStrength password={form.values.password} />}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            visibilityToggleButtonProps={{ 'aria-label': t('field.show_password'), tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          {reset.error && !form.errors.password ? (
            <Alert color="kalyna" variant="light" role="alert" py="xs">
              {code === 'link_expired' || code === 'validation_failed' ? (
                <Group gap="sm">
                  <span>{t('reset.expired')}</span>
                  <Anchor component={PageLink} href={paths.forgot}>
                    {t('reset.new')}
                  </Anchor>
                </Group>
              ) : (
                problemSentence(reset.error)
              )}
            </Alert>
          ) : null}
          <Button type="submit" size="lg" loading={reset.isPending}>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </>
  )
}
