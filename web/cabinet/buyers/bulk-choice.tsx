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
import type { Chosen } from '../../shell/segments/filter.ts'
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
  /** A message is written on a page of its own. */
  onMessage: (audience: Chosen) => void
}

const KINDS = ['message', 'accrual', 'tag', 'untag', 'export'] as const
type Kind = (typeof KINDS)[number]
const REASONS = ['compensation', 'gift', 'other'] as const

export function BulkChoice({ chosen, everybody, pending, error, onClose, ...props }: Props) {
  const t = useText('moving')
  const words = useText('buyers')
  const [whom, setWhom] = useState(chosen.length > 0 ? 'chosen' : 'all')
  const [kind, setKind] = useState<Kind>('accrual')
  const [amount, setAmount] = useState<number | ''>('')
  const [reason, setReason] = useState<(typeof REASONS)[number]>('gift')
  const [comment, setComment] = useState('')
  const [notify, setNotify] = useState(false)
  const [tag, setTag] = useState('')
  const of_tag = kind === 'tag' || kind === 'untag'
  const lacks_comment = kind === 'accrual' && reason === 'other' && comment.trim().length < 5
  const whom_chosen = whom === 'all' && everybody ? everybody.whom : { buyer_ids: chosen }
  const audience = audienceOf(whom_chosen)
  const ready =
    kind === 'accrual' ? Number(amount) > 0 && !lacks_comment : !of_tag || tag.trim() !== ''
  const act = (kind: Exclude<Kind, 'message'>): BulkAsk['act'] => {
    if (kind === 'export') return { kind }
    if (kind !== 'accrual') return { kind: 'tag', tag: tag.trim(), remove: kind === 'untag' }
    const said = comment.trim()
    return { kind, amount: Number(amount), reason, notify, ...(said && { comment: said }) }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!ready) return
        if (kind !== 'message') props.onChosen({ whom: whom_chosen, act: act(kind) })
        else if (audience) props.onMessage(audience)
      }}
    >
      <Stack gap="md">
        <WhomChoice chosen={chosen} everybody={everybody} whom={whom} onChange={setWhom} />
        <NativeSelect
          size="md"
          label={t('bulk.act')}
          data-autofocus
          value={kind}
          onChange={(event) => {
            const value = event.currentTarget.value
            setKind(KINDS.find((one) => one === value) ?? 'accrual')
          }}
          data={KINDS.filter((one) => one !== 'message' || audience).map((value) => ({
            value,
            label: t(`bulk.${value}`),
          }))}
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

type WhomProps = Pick<Props, 'chosen' | 'everybody'> & {
  whom: string
  onChange: (whom: string) => void
}

/** The ticked ones or all of the list, where there is a choice. */
function WhomChoice({ chosen, everybody, whom, onChange }: WhomProps) {
  const t = useText('moving')
  const ticked = t('bulk.chosen', { amount: number(chosen.length) })
  if (!everybody) return <Text>{ticked}</Text>
  const all = t('bulk.all', { amount: number(everybody.total) })
  if (chosen.length === 0) return <Text>{all}</Text>
  return (
    <SegmentedControl
      aria-label={t('bulk.whom')}
      value={whom}
      onChange={onChange}
      data={[
        { value: 'chosen', label: ticked },
        { value: 'all', label: all },
      ]}
    />
  )
}

/** Whom a mailing can be for: any of them but those that words were searched by. */
function audienceOf(whom: BulkAsk['whom']): Chosen | undefined {
  if ('buyer_ids' in whom) return { filter: { match: 'all', buyer_ids: whom.buyer_ids } }
  if (!('list' in whom)) return whom
  const { q, status, tag } = whom.list
  // Blocked and forgotten buyers are not written to.
  if (q || (status !== undefined && status !== 'active')) return undefined
  return { filter: { match: 'all', ...(tag !== undefined && { tags: { any: [tag] } }) } }
}
