import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconMail } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths } from '../shell/paths.ts'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { focusFirstInvalid } from '../ui/form-page.tsx'
import { AuthHead } from './auth-head.tsx'
import { looksLikeEmail } from './check-email.ts'
import { clockText, useCountdown } from './use-countdown.ts'

const AGAIN_SECONDS = 60

export function ForgotPage() {
  const t = useText('auth')
  const { email = '' } = useSearch({ strict: false }) as { email?: string }
  const again = useCountdown()
  const form = useForm({
    initialValues: { email },
    validate: { email: (value) => (looksLikeEmail(value) ? null : t('error.email')) },
  })
  const send = useMutation({
    mutationFn: (body: { email: string }) =>
      call('POST /api/v1/user/forgot', {
        body: { ...body, redirect_url: `${location.origin}/auth/reset-password` },
      }),
    onSuccess: () => again.start(AGAIN_SECONDS),
  })
  return (
    <>
      <AuthHead title={t('forgot.title')} lead={t('forgot.lead')} />
      <form
        noValidate
        onSubmit={(event) => {
          form.onSubmit((values) => send.mutate(values))(event)
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
          {send.isSuccess ? (
            <Alert color="spruce" variant="light" icon={<IconMail />} role="status">
              {t('forgot.sent')}
            </Alert>
          ) : null}
          {send.error ? (
            <Alert color="kalyna" variant="light" role="alert" py="xs">
              {problemSentence(send.error)}
            </Alert>
          ) : null}
          <Button type="submit" size="lg" loading={send.isPending} disabled={again.left > 0}>
            {again.left > 0
              ? t('forgot.again_in', { left: clockText(again.left) })
              : t(send.isSuccess ? 'forgot.again' : 'forgot.submit')}
          </Button>
          <Anchor component={PageLink} href={paths.login} ta="center">
            {t('forgot.back')}
          </Anchor>
        </Stack>
      </form>
    </>
  )
}
