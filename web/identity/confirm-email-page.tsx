import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { IconCheck } from '@tabler/icons-react'
import { ApiProblem, call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths } from '../shell/paths.ts'
import { profileQuery } from '../shell/profile.ts'
import { useUser } from '../shell/session.ts'
import { toast } from '../shell/toasts.tsx'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { AuthHead } from './auth-head.tsx'

export function ConfirmEmailPage() {
  const t = useText('auth')
  const client = useQueryClient()
  const user = useUser()
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  // The link acts once; a query runs once per token however often the page is drawn.
  const confirm = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: async () => {
      const answer = await call('POST /api/v1/user/confirm_email', { body: { token } })
      await client.invalidateQueries({ queryKey: profileQuery.queryKey })
      return answer
    },
    retry: false,
    staleTime: Infinity,
  })
  return (
    <>
      <AuthHead title={t('confirm.title')} />
      <Stack gap="md" aria-live="polite">
        {confirm.isPending ? <Text c="dimmed">{t('confirm.wait')}</Text> : null}
        {confirm.isSuccess ? (
          <>
            <Alert color="spruce" variant="light" icon={<IconCheck />}>
              {t('confirm.done')}: {confirm.data.email}
            </Alert>
            <Button component={PageLink} href={user ? paths.land : paths.login} size="lg">
              {t('confirm.go')}
            </Button>
          </>
        ) : null}
        {confirm.error ? <Failed error={confirm.error} signedIn={user !== undefined} /> : null}
      </Stack>
    </>
  )
}

function Failed({ error, signedIn }: { error: unknown; signedIn: boolean }) {
  const t = useText('auth')
  const resend = useMutation({
    mutationFn: () => call('POST /api/v1/user/resend_confirmation', {}),
    onSuccess: () => toast.done(t('confirm.resent')),
    onError: toast.problem,
  })
  const stale =
    error instanceof ApiProblem && ['link_expired', 'validation_failed'].includes(error.code)
  return (
    <>
      <Alert color="kalyna" variant="light" role="alert">
        {stale ? t('confirm.expired') : problemSentence(error)}
      </Alert>
      {signedIn ? (
        <Button size="lg" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('confirm.resend')}
        </Button>
      ) : (
        <Button component={PageLink} href={`${paths.login}?redirect=${paths.account}`} size="lg">
          {t('login.submit')}
        </Button>
      )}
    </>
  )
}
