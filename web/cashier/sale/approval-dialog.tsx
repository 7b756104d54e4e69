/** A senior cashier's PIN lets one receipt pass the limits; the PIN itself is kept nowhere. */
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PIN_DIGITS } from '#contract/limits.ts'
import { ApiProblem } from '../../api/call.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { sound } from '../shell/sounds.ts'
import { tillCall } from '../shell/till-call.ts'
import { TillModal } from '../shell/till-modal.tsx'

type Props = {
  receipt_id: string
  /** Which limit it is about. */
  why: string
  onApproved: (approval: string) => void
  onClose: () => void
}

export function ApprovalDialog({ receipt_id, why, onApproved, onClose }: Props) {
  const t = useText('cashier')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async () => {
    if (login.trim() === '' || password.length < PIN_DIGITS) {
      return setProblem(t('approval.fill'))
    }
    setPending(true)
    setProblem(undefined)
    try {
      const body = { receipt_id, login: login.trim(), password }
      const { approval } = await tillCall('POST /pos-api/v1/bonuses/approve', { body })
      onApproved(approval)
    } catch (error) {
      const code = error instanceof ApiProblem ? error.code : undefined
      sound('error')
      setPassword('')
      setProblem(
        code === 'wrong_credentials'
          ? t('login.wrong')
          : code === 'not_allowed'
            ? t('approval.not_senior')
            : problemSentence(error),
      )
    } finally {
      setPending(false)
    }
  }
  return (
    <TillModal onClose={onClose} title={t('approval.title')} size={420}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void submit()
        }}
      >
        <Stack gap="md">
          <Text>{why}</Text>
          <TextInput
            label={t('approval.login')}
            size="lg"
            autoComplete="off"
            autoCapitalize="none"
            data-autofocus
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('login.pin')}
            size="lg"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={password}
            error={problem && <span role="alert">{problem}</span>}
            onChange={(event) => {
              setPassword(event.currentTarget.value.replace(/\D/g, ''))
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" h={48} onClick={onClose}>
              {t('approval.cancel')}
            </Button>
            <Button type="submit" h={48} loading={pending}>
              {t('approval.verb')}
            </Button>
          </Group>
        </Stack>
      </form>
    </TillModal>
  )
}
