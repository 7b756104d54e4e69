/** Bonuses for a buyer whose sale cannot be cancelled; the owner sees each of them. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import { ApiProblem } from '../../api/call.ts'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { parseSum, toMinor } from '../sale/sum.ts'
import type { TillSession } from '../session/session.ts'
import { bonuses } from '../shell/bonuses.ts'
import { say } from '../shell/said.tsx'
import { sound } from '../shell/sounds.ts'
import { tillCall } from '../shell/till-call.ts'
import { TillModal } from '../shell/till-modal.tsx'

const REASON_MIN = 3

type Props = { session: TillSession; onClose: () => void }
type Errors = Partial<Record<'phone' | 'amount' | 'reason', string>>

export function CompensateDialog({ session, onClose }: Props) {
  const t = useText('cashier')
  return (
    <TillModal onClose={onClose} title={t('comp.title')} size={480}>
      <Compensation session={session} onClose={onClose} />
    </TillModal>
  )
}

function Compensation({ session, onClose }: Props) {
  const t = useText('cashier')
  const max = session.organization.compensation_max
  const [phone, setPhone] = useState('')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const send = useCompensation(onClose)

  const submit = () => {
    const buyer = normalizePhone(phone)
    const minor = parseSum(amount)
    const wrong: Errors = {}
    if (buyer === undefined) wrong.phone = t('comp.phone_bad')
    if (typeof minor !== 'number' || minor === 0 || minor > toMinor(max)) {
      wrong.amount = t('comp.amount_bad', { max: number(max) })
    }
    if (reason.trim().length < REASON_MIN) wrong.reason = t('comp.reason_bad')
    setErrors(wrong)
    if (buyer === undefined || typeof minor !== 'number' || Object.keys(wrong).length > 0) return
    void send.submit({ phone: buyer, amount: (minor / 100).toFixed(2), reason: reason.trim() })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('comp.text')}</Text>
        <PhoneInput
          label={t('comp.phone')}
          withAsterisk
          data-autofocus
          value={phone}
          onChange={setPhone}
          error={errors.phone}
        />
        <TextInput
          label={t('comp.amount')}
          description={errors.amount ? undefined : t('comp.amount_hint', { max: number(max) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          inputMode="decimal"
          maxLength={14}
          value={amount}
          error={errors.amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          label={t('comp.reason')}
          withAsterisk
          maxLength={300}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {send.problem ? (
          <Text role="alert" c="kalyna" fw={560}>
            {send.problem}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" h={48} loading={send.pending}>
            {t('comp.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** One key while the fate of the call is open; a repeat never gives twice. */
function useCompensation(onDone: () => void) {
  const t = useText('cashier')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (query: { phone: string; amount: string; reason: string }) => {
    if (pending) return
    setPending(true)
    setProblem(undefined)
    try {
      const done = await tillCall('POST /pos-api/v1/bonuses/add-bonuses-for-cancel', {
        query,
        idempotency_key: key,
      })
      sound('ok')
      say(t('comp.done', { amount: bonuses(done.amount), balance: number(done.balance_after) }))
      onDone()
    } catch (error) {
      sound('error')
      const known = error instanceof ApiProblem && error.status > 0 && error.status < 500
      if (known) setKey(crypto.randomUUID())
      setProblem(known ? problemSentence(error) : t('comp.unknown'))
    } finally {
      setPending(false)
    }
  }
  return { submit, pending, problem }
}
