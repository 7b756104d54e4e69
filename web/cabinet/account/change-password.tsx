import { Alert, Button, PasswordInput, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/password.ts'
import { ApiProblem, call } from '../../api/call.ts'
import { profileQuery } from '../../shell/profile.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { focusFirstInvalid } from '../../ui/form-page.tsx'
import classes from './account.module.css'
import { sessionsKey } from './sessions.tsx'

type Values = { old_password: string; new_password: string }

function useChange(hasPassword: boolean) {
  const t = useText('account')
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: { old_password: '', new_password: '' },
    validate: {
      old_password: (value) => (hasPassword && !value ? t('error.required') : null),
      new_password: (value) =>
        value.length >= PASSWORD_LENGTH_MIN
          ? null
          : t('password.short', { count: PASSWORD_LENGTH_MIN }),
    },
  })
  const change = useMutation({
    mutationFn: ({ old_password, new_password }: Values) =>
      call('PATCH /api/v1/user/change_password', {
        body: hasPassword ? { old_password, new_password } : { new_password },
      }),
    onSuccess: async () => {
      form.reset()
      toast.done(t('password.done'))
      await client.invalidateQueries({ queryKey: sessionsKey })
      await client.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
    onError: (error) => {
      const wrong = error instanceof ApiProblem && error.code === 'password_wrong'
      form.setErrors(wrong ? { old_password: t('verify.wrong') } : fieldSentences(error))
    },
  })
  return { form, change }
}

export function ChangePassword({ hasPassword }: { hasPassword: boolean }) {
  const t = useText('account')
  const auth = useText('auth')
  const { form, change } = useChange(hasPassword)
  const shown = change.error && Object.keys(form.errors).length === 0
  const eye = { 'aria-label': auth('field.show_password'), tabIndex: 0 }
  return (
    <form
      noValidate
      className={classes.section}
      onSubmit={(event) => {
        form.onSubmit((values) => change.mutate(values))(event)
        const element = event.currentTarget
        requestAnimationFrame(() => focusFirstInvalid(element))
      }}
    >
      <Title order={2} size="h3">
        {t('password.section')}
      </Title>
      {hasPassword ? (
        <PasswordInput
          label={t('password.old')}
          autoComplete="current-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps('old_password')}
        />
      ) : (
        <Text c="dimmed">{t('password.none')}</Text>
      )}
      <PasswordInput
        label={t('password.new')}
        autoComplete="new-password"
        maxLength={PASSWORD_LENGTH_MAX}
        description={
          form.errors.new_password ? undefined : t('password.short', { count: PASSWORD_LENGTH_MIN })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        visibilityToggleButtonProps={eye}
        {...form.getInputProps('new_password')}
      />
      {shown ? (
        <Alert color="kalyna" variant="light" role="alert" py="xs">
          {problemSentence(change.error)}
        </Alert>
      ) : null}
      <Button type="submit" loading={change.isPending} style={{ justifySelf: 'start' }}>
        {t(hasPassword ? 'password.submit' : 'password.set')}
      </Button>
    </form>
  )
}
