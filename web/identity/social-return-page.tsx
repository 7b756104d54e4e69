/** Where Google and Facebook send the browser back: the code becomes a session here. */
import { Alert, Button, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiProblem, call } from '../api/call.ts'
import { PageLink } from '../shell/link.tsx'
import { paths, wayBack } from '../shell/paths.ts'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { AuthHead } from './auth-head.tsx'
import { owesCode, SecondStep } from './second-step.tsx'
import { signInUser } from './sign-in-user.ts'
import type { Provider } from './social-buttons.tsx'

export const GooglePage = () => <SocialReturn provider="google" />
export const FacebookPage = () => <SocialReturn provider="facebook" />

/** Where a sign-in that owes its code was to lead. */
const wayOf = (error: unknown) =>
  error instanceof ApiProblem
    ? (error.data as { redirect?: string } | undefined)?.redirect
    : undefined

function SocialReturn({ provider }: { provider: Provider }) {
  const t = useText('auth')
  const navigate = useNavigate()
  const { code, state } = useSearch({ strict: false }) as { code?: string; state?: string }
  const back = Boolean(code && state)
  // A code works once; a query runs once per code however often the page is drawn.
  const { data, error } = useQuery({
    queryKey: ['social', provider, state],
    enabled: back,
    retry: false,
    staleTime: Infinity,
    queryFn: () => {
      const body = {
        code: code ?? '',
        state: state ?? '',
        redirect_uri: `${location.origin}/auth/${provider}`,
      }
      return provider === 'google'
        ? call('POST /api/v1/google/signin', { body })
        : call('POST /api/v1/facebook/signin', { body })
    },
  })
  useEffect(() => {
    if (!data) return
    signInUser(data.user)
    const redirect = data.is_new ? paths.land : wayBack(data.redirect, paths.land)
    void navigate({ href: redirect, replace: true })
  }, [data, navigate])
  if (owesCode(error)) {
    const goOn = () => void navigate({ href: wayBack(wayOf(error), paths.land), replace: true })
    return <SecondStep onDone={goOn} />
  }
  const failed = error || !back
  return (
    <>
      <AuthHead title={t(failed ? 'login.title' : 'social.title')} />
      {failed ? (
        <Stack gap="md">
          <Alert color="kalyna" variant="light" role="alert">
            {error ? problemSentence(error) : t('social.cancelled')}
          </Alert>
          <Button component={PageLink} href={paths.login} size="lg">
            {t('social.back')}
          </Button>
        </Stack>
      ) : (
        <Loader mx="auto" my="lg" display="block" />
      )}
    </>
  )
}
