/**
 * Bonuses given or taken by hand: an amount, a reason, and the balance before and after.
 * One key lives as long as the dialog, so a second press or a retry cannot act twice.
 */
import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { counted, number } from '../../text/format.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import classes from './buyers.module.css'
import { type BuyerWhole, type ManualReason, useManual } from './queries.ts'

const REASONS = ['compensation', 'gift', 'mistake', 'other'] as const
const LIFETIMES = ['30', '60', '90', '180', '365'] as const

type Kind = 'accrual' | 'withdraw'
type Props = {
  kind: Kind
  organization: Organization
  buyer: BuyerWhole
  opened: boolean
  onClose: () => void
}
type Values = { amount: number | ''; reason: ManualReason | ''; comment: string; lifetime: string }

export function ManualDialog(props: Props) {
  const t = useText('buyers')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t(`${props.kind}.title`)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

const rulesOf = (t: Words<'buyers'>, kind: Kind, available: number) => ({
  amount: (amount: number | '') =>
    amount === '' || amount <= 0
      ? t('manual.amount.error')
      : kind === 'withdraw' && amount > available
        ? t('manual.too_much', { amount: number(available) })
        : null,
  reason: (reason: string) => (reason ? null : t('manual.reason.error')),
  comment: (comment: string, values: Values) =>
    (values.reason === 'other' || comment.trim()) && comment.trim().length < 5
      ? t('manual.comment.error')
      : null,
})

/** In kopecks, so that 0.1 + 0.2 stays 0.3; a debt swallows a credit first. */
function balanceAfter(kind: Kind, amount: number, { available, debt }: BuyerWhole['balance']) {
  const minor = (value: number) => Math.round(value * 100)
  const change = kind === 'withdraw' ? -minor(amount) : Math.max(0, minor(amount) - minor(debt))
  return (minor(available) + change) / 100
}

function Fields({ kind, organization, buyer, onClose }: Props) {
  const t = useText('buyers')
  const [key] = useState(newIdempotencyKey)
  const manual = useManual(kind, key)
  const { balance, profile } = buyer
  const form = useForm<Values>({
    initialValues: { amount: '', reason: '', comment: '', lifetime: '' },
    validate: rulesOf(t, kind, balance.available),
  })
  const tooMuch = kind === 'withdraw' && Number(form.values.amount) > balance.available
  const submit = form.onSubmit(
    ({ amount, reason, comment, lifetime }) =>
      manual.mutate(
        {
          organization_id: organization.id,
          buyer_id: profile.id,
          amount: Number(amount),
          reason: reason || 'other',
          comment: comment.trim() || undefined,
          lifetime_days: lifetime === '' ? undefined : Number(lifetime),
        },
        {
          onSuccess(done) {
            toast.done(
              t(`${kind}.done`, {
                amount: counted('bonus', Number(amount)),
                after: number(done.balance.available),
              }),
            )
            onClose()
          },
          onError(error) {
            const fields = fieldSentences(error)
            const short = error instanceof ApiProblem && error.code === 'insufficient_bonuses'
            form.setErrors(short ? { amount: problemSentence(error) } : fields)
          },
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <MoneyInput
          label={t('manual.amount')}
          unit="◐"
          required
          data-autofocus
          value={form.values.amount}
          onChange={(amount) => form.setFieldValue('amount', amount)}
          error={
            tooMuch
              ? t('manual.too_much', { amount: number(balance.available) })
              : form.errors.amount
          }
        />
        <Preview kind={kind} amount={form.values.amount} balance={balance} />
        <NativeSelect
          size="md"
          label={t('manual.reason')}
          required
          data={[
            { value: '', label: '—' },
            ...REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) })),
          ]}
          {...form.getInputProps('reason')}
        />
        <Textarea
          label={t('manual.comment')}
          required={form.values.reason === 'other'}
          maxLength={200}
          minRows={2}
          {...form.getInputProps('comment')}
        />
        {kind === 'accrual' ? (
          <NativeSelect
            size="md"
            label={t('manual.lifetime')}
            data={[
              { value: '', label: t('lifetime.default') },
              ...LIFETIMES.map((days) => ({
                value: days,
                label: t('lifetime.days', { count: Number(days) }),
              })),
              { value: '0', label: t('lifetime.never') },
            ]}
            {...form.getInputProps('lifetime')}
          />
        ) : null}
        {manual.error ? (
          <Text role="alert" size="sm" c="kalyna">
            {problemSentence(manual.error)}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={manual.isPending}>
            {t(`${kind}.verb`)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type PreviewProps = { kind: Kind; amount: number | ''; balance: BuyerWhole['balance'] }

function Preview({ kind, amount, balance }: PreviewProps) {
  const t = useText('buyers')
  const after = balanceAfter(kind, Number(amount), balance)
  return (
    <div role="status">
      <div className={classes.change}>
        {t('manual.change', {
          before: number(balance.available),
          after: after < 0 ? '—' : number(after),
        })}
      </div>
      {kind === 'accrual' && balance.debt ? (
        <Text size="sm" c="dimmed" mt={4}>
          {t('manual.debt', { amount: number(balance.debt) })}
        </Text>
      ) : null}
    </div>
  )
}
