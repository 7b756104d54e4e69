/** Asks for the password before an act that could take the account away, then goes on with it. */
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiProblem, call } from '../api/call.ts'
import { useProfile } from './profile.ts'
import { problemSentence } from '../text/problem.ts'
import { useText } from '../text/text.ts'

export const needsPassword = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'verification_required'

/**
 * `guard(error, again)` opens the dialog when the error asks for a password and runs `again` after
 * it; answers whether it did. Put `dialog` into the page.
 */
export function useVerifyPassword() {
  const [again, setAgain] = useState<() => void>()
  const guard = useCallback((error: unknown, act: () => void) => {
    if (!needsPassword(error)) return false
    setAgain(() => act)
    return true
  }, [])
  const close = () => setAgain(undefined)
  const dialog = (
    <VerifyDialog
      opened={again !== undefined}
      onClose={close}
      onVerified={() => {
        close()
        again?.()
      }}
    />
  )
  return { guard, dialog }
}

type Props = { opened: boolean; onClose: () => void; onVerified: () => void }

function VerifyDialog({ opened, onClose, onVerified }: Props) {
  const t = useText('account')
  return (
    <Modal opened={opened} onClose={onClose} title={t('verify.title')} size={420}>
      <VerifyForm onClose={onClose} onVerified={onVerified} />
    </Modal>
  )
}

function VerifyForm({ onClose, onVerified }: Omit<Props, 'opened'>) {
  const t = useText('account')
  const shell = useText('shell')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const owesCode = Boolean(useProfile()?.second_factor)
  const verify = useMutation({
    mutationFn: () =>
      call('POST /api/v1/user/verify', { body: owesCode ? { password, code } : { password } }),
    onSuccess: onVerified,
  })
  const refused = verify.error instanceof ApiProblem ? verify.error.code : undefined
  const wrong = refused === 'password_wrong'
  const wrong_code = refused === 'code_wrong' || refused === 'validation_failed'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        verify.mutate()
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('verify.text')}</Text>
        <PasswordInput
          label={t('verify.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong ? t('verify.wrong') : undefined}
          data-autofocus
        />
        {owesCode ? (
          <TextInput
            label={t('verify.code')}
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={wrong_code ? problemSentence(verify.error) : undefined}
          />
        ) : null}
        {verify.error && !wrong && !wrong_code ? (
          <Alert color="kalyna" variant="light" role="alert" py="xs">
            {problemSentence(verify.error)}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shell('ui.cancel')}
          </Button>
          <Button
            type="submit"
            loading={verify.isPending}
            disabled={password === '' || (owesCode && code.trim().length < 6)}
          >
            {t('verify.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
