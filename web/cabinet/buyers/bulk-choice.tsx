/** Which act on many buyers, and on whom. */
import {
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import type { AskOf } from '../../api/call.ts'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'

export type BulkAsk = Pick<AskOf<'POST /api/v1/buyers/bulk'>['body'], 'whom' | 'act'>
/** All whom the list shows, on whatever page; null: a search within a segment. */
export type Everybody = { whom: BulkAsk['whom']; total: number } | null

type Props = {
  /** The rows that were ticked. */
  chosen: string[]
  everybody: Everybody
  onClose: () => void

  pending: boolean
  error: unknown
  onChosen: (ask: BulkAsk) => void
}

const KINDS = ['accrual', 'tag', 'untag', 'export'] as const
const REASONS = ['compensation', 'gift', 'other'] as const

export function BulkChoice({ chosen, everybody, pending, error, onClose, onChosen }: Props) {
  const t = useText('moving')
  const words = useText('buyers')
  const [whom, setWhom] = useState(chosen.length > 0 ? 'chosen' : 'all')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('accrual')
  const [amount, setAmount] = useState<number | ''>('')
  const [reason, setReason] = useState<(typeof REASONS)[number]>('gift')
  const [comment, setComment] = useState('')
  const [notify, setNotify] = useState(false)
  const [tag, setTag] = useState('')
  const of_tag = kind === 'tag' || kind === 'untag'
  const lacks_comment = kind === 'accrual' && reason === 'other' && comment.trim().length < 5
  const ready =
    kind === 'accrual' ? Number(amount) > 0 && !lacks_comment : !of_tag || tag.trim() !== ''
  const act = (): BulkAsk['act'] => {
    if (kind === 'export') return { kind }
    if (of_tag) return { kind: 'tag', tag: tag.trim(), remove: kind === 'untag' }
    const said = comment.trim()
    return { kind, amount: Number(amount), reason, notify, ...(said && { comment: said }) }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const whom_chosen = whom === 'all' && everybody ? everybody.whom : { buyer_ids: chosen }
        if (ready) onChosen({ whom: whom_chosen, act: act() })
      }}
    >
      <Stack gap="md">
        {chosen.length > 0 && everybody ? (
          <SegmentedControl
            aria-label={t('bulk.whom')}
            value={whom}
            onChange={setWhom}
            data={[
              { value: 'chosen', label: t('bulk.chosen', { amount: number(chosen.length) }) },
              { value: 'all', label: t('bulk.all', { amount: number(everybody.total) }) },
            ]}
          />
        ) : (
          <Text>
            {everybody
              ? t('bulk.all', { amount: number(everybody.total) })
              : t('bulk.chosen', { amount: number(chosen.length) })}
          </Text>
        )}
        <NativeSelect
          size="md"
          label={t('bulk.act')}
          data-autofocus
          value={kind}
          onChange={(event) => {
            const value = event.currentTarget.value
            setKind(KINDS.find((one) => one === value) ?? 'accrual')
          }}
          data={KINDS.map((value) => ({ value, label: t(`bulk.${value}`) }))}
        />
        {kind === 'accrual' ? (
          <>
            <MoneyInput
              label={t('bulk.amount')}
              unit="◐"
              required
              value={amount}
              onChange={setAmount}
            />
            <NativeSelect
              size="md"
              label={words('manual.reason')}
              value={reason}
              onChange={(event) => {
                const value = event.currentTarget.value
                setReason(REASONS.find((one) => one === value) ?? 'gift')
              }}
              data={REASONS.map((value) => ({ value, label: words(`reason.${value}`) }))}
            />
            <TextInput
              label={words('manual.comment')}
              required={reason === 'other'}
              description={reason === 'other' ? words('manual.comment.error') : undefined}
              maxLength={200}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
            <Switch
              label={t('bulk.notify')}
              checked={notify}
              onChange={(event) => setNotify(event.currentTarget.checked)}
            />
          </>
        ) : null}
        {of_tag ? (
          <TextInput
            label={t('bulk.tag_name')}
            required
            maxLength={40}
            value={tag}
            onChange={(event) => setTag(event.currentTarget.value)}
          />
        ) : null}
        {error ? (
          <Text role="alert" size="sm" c="kalyna">
            {problemSentence(error)}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={pending} disabled={!ready}>
            {t('merge.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
