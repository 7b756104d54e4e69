/**
 * Cancelling a receipt, whole or in part: what it will do is shown first, in figures of the server,
 * and exactly that is done. The estimate's version travels along; when the account has moved since,
 * nothing is cancelled and the new estimate is shown.
 */
import { Alert, Button, Group, Modal, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { money } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { CancelEffects } from './cancel-effects.tsx'
import { type Choice, chosenPart, PartChoice, wholeChoice } from './cancel-part.tsx'
import { estimateQuery, type Receipt, useCancelReceipt } from './queries.ts'

const REASONS = ['goods', 'amount', 'buyer', 'other'] as const
const TYPING_MS = 250

type Props = {
  organization: Organization
  receipt: Receipt
  opened: boolean
  onClose: () => void
}

export function CancelDialog(props: Props) {
  const t = useText('reports')
  const { receipt, organization } = props
  const amount = money(receipt.totals.to_pay, organization.currency)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size={560}
      title={
        receipt.number
          ? t('cancel.title', { number: receipt.number, amount })
          : t('cancel.title.none', { amount })
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Question {...props} />
    </Modal>
  )
}

function Question({ organization, receipt, onClose }: Props) {
  const t = useText('reports')
  const [choice, setChoice] = useState<Choice>(wholeChoice)
  const [asked] = useDebouncedValue(choice, TYPING_MS)
  const part = chosenPart(asked)
  const estimate = useQuery({
    ...estimateQuery(organization.id, receipt.receipt_id, part ?? {}),
    enabled: part !== undefined,
    retry: false,
  })
  const act = useCancel(organization, receipt, onClose, () => void estimate.refetch())
  const settled = asked === choice && !estimate.isFetching
  return (
    <Stack gap="md">
      <PartChoice
        receipt={receipt}
        currency={organization.currency}
        choice={choice}
        onChange={setChoice}
      />
      {part === undefined ? <p>{t('cancel.choose')}</p> : null}
      {part && estimate.error ? (
        <ErrorCard
          what={t('cancel.what')}
          error={estimate.error}
          sentence={problemSentence(estimate.error)}
          onRetry={() => void estimate.refetch()}
        />
      ) : null}
      {part && estimate.data && !estimate.error ? (
        <CancelEffects
          organization={organization}
          hasBuyer={receipt.buyer !== null}
          estimate={estimate.data}
          busy={!settled}
        />
      ) : null}
      {act.changed ? (
        <Alert color="honey" icon={<IconRefreshAlert size={20} />} role="alert">
          {t('cancel.changed')}
        </Alert>
      ) : null}
      <ReasonForm
        pending={act.pending}
        ready={part !== undefined && settled && !!estimate.data && !estimate.error}
        error={act.error}
        onClose={onClose}
        onSubmit={(reason) =>
          act.send({ ...part, reason, version: estimate.data?.version }, choice.kind === 'whole')
        }
      />
    </Stack>
  )
}

/** Sends the cancellation; a refusal did nothing, so the next try is another act with another key. */
function useCancel(
  organization: Organization,
  receipt: Receipt,
  onClose: () => void,
  reload: () => void,
) {
  const t = useText('reports')
  const [key, setKey] = useState(newIdempotencyKey)
  const cancel = useCancelReceipt(organization.id, receipt.receipt_id)
  const isConflict =
    cancel.error instanceof ApiProblem &&
    (cancel.error.code === 'version_conflict' || cancel.error.code === 'stale_version')
  const send = (body: Parameters<typeof cancel.mutate>[0]['body'], whole: boolean) =>
    cancel.mutate(
      { body, idempotency_key: key },
      {
        onSuccess() {
          toast.done(t(whole ? 'cancel.done' : 'cancel.done.part'))
          onClose()
        },
        onError(error) {
          if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) {
            setKey(newIdempotencyKey())
          }
          if (error instanceof ApiProblem && error.status === 409) reload()
        },
      },
    )
  return {
    send,
    pending: cancel.isPending,
    changed: isConflict,
    error: cancel.error && !isConflict ? problemSentence(cancel.error) : undefined,
  }
}

type ReasonProps = {
  pending: boolean
  ready: boolean
  error: string | undefined
  onClose: () => void
  onSubmit: (reason: string) => void
}

function ReasonForm({ pending, ready, error, onClose, onSubmit }: ReasonProps) {
  const t = useText('reports')
  const [reason, setReason] = useState<(typeof REASONS)[number] | ''>('')
  const [comment, setComment] = useState('')
  const [tried, setTried] = useState(false)
  const words = reason === '' ? '' : reason === 'other' ? comment.trim() : t(`reason.${reason}`)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (words && ready) onSubmit(words)
      }}
    >
      <Stack gap="md">
        <NativeSelect
          size="md"
          label={t('cancel.reason')}
          required
          value={reason}
          error={tried && reason === '' ? t('cancel.reason.error') : undefined}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            setReason(REASONS.find((one) => one === chosen) ?? '')
          }}
          data={[
            { value: '', label: '—' },
            ...REASONS.map((one) => ({ value: one, label: t(`reason.${one}`) })),
          ]}
        />
        {reason === 'other' ? (
          <Textarea
            label={t('cancel.comment')}
            required
            minRows={2}
            maxLength={300}
            value={comment}
            error={tried && !comment.trim() ? t('cancel.comment.error') : undefined}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        ) : null}
        {error ? (
          <Alert color="kalyna" role="alert">
            {error}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel.keep')}
          </Button>
          <Button type="submit" color="kalyna" loading={pending} disabled={!ready}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
