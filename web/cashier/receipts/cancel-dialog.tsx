/** Cancelling a receipt: its effect in numbers first, then the reason, then the red button. */
import { Button, Group, SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import { money as printMoney } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import type { TillSession } from '../session/session.ts'
import { say } from '../shell/said.tsx'
import { sound } from '../shell/sounds.ts'
import { tillCall } from '../shell/till-call.ts'
import { withQueries } from '../shell/with-queries.tsx'
import { CancelFields } from './cancel-fields.tsx'
import { kindsOf, readPart, type Typed } from './cancel-part.ts'
import { Effect } from './effect.tsx'
import { estimateQuery, receiptQuery, type WholeReceipt } from './queries.ts'
import { ReasonFields, reasonText, type Reason } from './reason-fields.tsx'
import { useSettled } from './use-settled.ts'
import { TillModal } from '../shell/till-modal.tsx'

type Props = {
  receipt_id: string
  session: TillSession
  onClose: () => void
  /** `moved`: the same sum is to be sold to another buyer now. */
  onDone: (moved?: { amount: number }) => void
}

function Dialog({ receipt_id, session, onClose, onDone }: Props) {
  const t = useText('cashier')
  const receipt = useQuery(receiptQuery(receipt_id)).data
  const amount = receipt ? printMoney(receipt.totals.gross, session.organization.currency) : ''
  const number = receipt?.number ? `№ ${receipt.number}` : ''
  return (
    <TillModal onClose={onClose} title={t('cancel.title', { number, amount })} size={560}>
      {receipt ? (
        <Cancelling receipt={receipt} session={session} onClose={onClose} onDone={onDone} />
      ) : (
        <Skeleton h={240} />
      )}
    </TillModal>
  )
}

export const CancelDialog = withQueries(Dialog)

type CancellingProps = Omit<Props, 'receipt_id'> & { receipt: WholeReceipt }

function Cancelling({ receipt, session, onClose, onDone }: CancellingProps) {
  const t = useText('cashier')
  const shop = session.organization
  const [typed, setTyped] = useState<Typed>({ kind: 'full', amount: '', quantities: {} })
  const [reason, setReason] = useState<Reason>({ kind: undefined, text: '' })
  const [move, setMove] = useState(true)
  const movable = typed.kind === 'full' && reason.kind === 'buyer' && receipt.status === 'completed'
  const finish = () => onDone(movable && move ? { amount: receipt.totals.gross } : undefined)
  const part = readPart(useSettled(typed))
  const estimate = useQuery(estimateQuery(receipt.receipt_id, part))
  const cancel = useCancel(receipt.receipt_id, session, () => void estimate.refetch(), finish)
  const kinds = kindsOf(receipt)
  const fresh = estimate.data && !estimate.isPlaceholderData && !estimate.isFetching
  const said = reasonText(t, reason)
  const refusal = estimate.error ?? undefined
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t('cancel.part')}
        value={typed.kind}
        data={kinds.map((kind) => ({ value: kind, label: t(`cancel.${kind}`) }))}
        onChange={(kind) => setTyped({ ...typed, kind })}
      />
      <CancelFields receipt={receipt} typed={typed} onChange={setTyped} currency={shop.currency} />
      {refusal ? (
        <Text role="alert" c="kalyna" fw={560}>
          {cancelSentence(t, refusal, session)}
        </Text>
      ) : part === undefined ? (
        <Text c="dimmed">{t('cancel.nothing')}</Text>
      ) : estimate.data ? (
        <Effect estimate={estimate.data} grey={!fresh} currency={shop.currency} />
      ) : (
        <Skeleton h={140} />
      )}
      <ReasonFields reason={reason} onChange={setReason} />
      {movable ? (
        <Switch
          size="md"
          label={t('cancel.move')}
          checked={move}
          onChange={(event) => setMove(event.currentTarget.checked)}
        />
      ) : null}
      {cancel.problem ? (
        <Text role="alert" c="kalyna" fw={560}>
          {cancel.problem}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="sm" grow preventGrowOverflow={false}>
        <Button variant="default" h={48} onClick={onClose} data-autofocus>
          {t('cancel.back')}
        </Button>
        <Button
          color="kalyna"
          h={48}
          loading={cancel.pending}
          disabled={!fresh || !said || refusal !== undefined}
          onClick={() => {
            if (estimate.data && said) void cancel.submit(part ?? {}, estimate.data.version, said)
          }}
        >
          {t('cancel.submit')}
        </Button>
      </Group>
    </Stack>
  )
}

function cancelSentence(
  t: ReturnType<typeof useText<'cashier'>>,
  error: unknown,
  session: TillSession,
) {
  if (error instanceof ApiProblem && error.code === 'cancel_window_closed') {
    return t('cancel.closed', { hours: session.organization.cancel_window_hours })
  }
  if (error instanceof ApiProblem && error.code === 'validation_failed')
    return t('cancel.above_left')
  return problemSentence(error)
}

/** Sends the cancellation; one key while its fate is open, so that a repeat is never a second one. */
function useCancel(
  receipt_id: string,
  session: TillSession,
  estimateAgain: () => void,
  onDone: () => void,
) {
  const t = useText('cashier')
  const queries = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const fail = (error: unknown) => {
    sound('error')
    const known = error instanceof ApiProblem && error.status > 0 && error.status < 500
    if (!known) return setProblem(t('cancel.unknown'))
    setKey(crypto.randomUUID())
    if (error.code === 'version_conflict') {
      estimateAgain()
      return setProblem(t('cancel.changed'))
    }
    setProblem(cancelSentence(t, error, session))
  }
  const submit = async (part: object, version: number, reason: string) => {
    if (pending) return
    setPending(true)
    setProblem(undefined)
    try {
      const done = await tillCall('POST /pos-api/v1/bonuses/cancel', {
        query: { receipt_id },
        body: { ...part, version, reason },
        idempotency_key: key,
      })
      sound('ok')
      say(
        t('cancel.done', { amount: printMoney(done.refund_money, session.organization.currency) }),
      )
      onDone()
      // Not the estimate: of what is cancelled there is none any more.
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'till' && queryKey[1] !== 'estimate',
      })
    } catch (error) {
      fail(error)
    } finally {
      setPending(false)
    }
  }
  return { submit, pending, problem }
}
