import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, ApiProblem, call } from '../api/call.ts'
import { paths } from '../shell/paths.ts'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'
import { AuthHead } from './auth-head.tsx'
import { signInUser } from './sign-in-user.ts'
import { clockText, useCountdown } from './use-countdown.ts'

type User = AnswerOf<'POST /api/v1/user/login/second_factor'>['user']

/** Whether a first step of signing in was right and a code is owed. */
export const owesCode = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'second_factor_required'

/** The page changed under the person's hands: they go on in its only field. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The second step of signing in, whichever way the first one went. */
export function SecondStep({ onDone }: { onDone: (user: User) => void }) {
  const t = useText('auth')
  const lock = useCountdown()
  const [code, setCode] = useState('')
  const finish = useMutation({
    mutationFn: () => call('POST /api/v1/user/login/second_factor', { body: { code } }),
    onSuccess: ({ user }) => {
      signInUser(user)
      onDone(user)
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'locked')
        lock.start(error.retry_after ?? 60)
    },
  })
  const refused = finish.error instanceof ApiProblem ? finish.error.code : undefined
  const wrong = refused === 'code_wrong' || refused === 'validation_failed'
  return (
    <>
      <AuthHead title={t('second.title')} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          finish.mutate()
        }}
      >
        <Stack gap="md">
          <Text>{t('second.text')}</Text>
          <TextInput
            label={t('second.field')}
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={wrong ? problemSentence(finish.error) : undefined}
            ref={focus}
          />
          <Text size="sm" c="dimmed">
            {t('second.lost')}
          </Text>
          {finish.error && !wrong ? (
            <Alert color="kalyna" variant="light" role="alert" py="xs">
              {lock.left > 0
                ? t('login.locked', { left: clockText(lock.left) })
                : problemSentence(finish.error)}
            </Alert>
          ) : null}
          <Button
            type="submit"
            size="lg"
            loading={finish.isPending}
            disabled={code.trim().length < 6 || lock.left > 0}
          >
            {t('second.submit')}
          </Button>
          <Anchor href={paths.login} ta="center">
            {t('second.again')}
          </Anchor>
        </Stack>
      </form>
    </>
  )
}
