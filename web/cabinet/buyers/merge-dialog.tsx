/** Two cards of one person become one: the second is named, the figures are shown, then the deed. */
import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { toast } from '../../shell/toasts.tsx'
import { counted, money, number } from '../../text/format.ts'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { refusalSentence, useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { type BuyerWhole, refreshBuyer } from './queries.ts'

type Props = {
  organization: Organization
  buyer: BuyerWhole
  opened: boolean
  onClose: () => void
}
type Preview = AnswerOf<'POST /api/v1/buyers/{buyer_id}/merge-preview'>

export function MergeDialog(props: Props) {
  const t = useText('moving')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size={640}
      title={t('merge.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Steps {...props} />
    </Modal>
  )
}

/** Names the card that stays and the one that goes. */
type Cards = { buyer_id: string; other_phone?: string; other_id?: string }

function Steps({ organization, buyer, onClose }: Props) {
  const preview = useMutation({
    mutationFn: ({ buyer_id, ...other }: Cards) =>
      call('POST /api/v1/buyers/{buyer_id}/merge-preview', {
        params: { buyer_id },
        body: { organization_id: organization.id, ...other },
      }),
  })
  const { data } = preview
  if (!data) {
    return (
      <OtherPhone
        pending={preview.isPending}
        error={preview.error}
        onClose={onClose}
        onNamed={(other_phone) => preview.mutate({ buyer_id: buyer.profile.id, other_phone })}
      />
    )
  }
  return (
    <Question
      organization={organization}
      preview={data}
      onClose={onClose}
      pending={preview.isPending}
      onSwap={() => preview.mutate({ buyer_id: data.goes.id, other_id: data.keeps.id })}
      onStale={() => preview.mutate({ buyer_id: data.keeps.id, other_id: data.goes.id })}
    />
  )
}

type OtherProps = {
  pending: boolean
  error: unknown
  onClose: () => void
  onNamed: (phone: string) => void
}

function OtherPhone({ pending, error, onClose, onNamed }: OtherProps) {
  const t = useText('moving')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const refused = error
    ? (fieldSentences(error)['other_phone'] ?? problemSentence(error))
    : undefined
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const phone = normalizePhone(typed)
        if (phone === undefined) return setWrong(refusalSentence('not_a_phone') ?? '!')
        onNamed(phone)
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('merge.text')}
        </Text>
        <PhoneInput
          label={t('merge.phone')}
          required
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setWrong(undefined)
          }}
          error={wrong ?? refused}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('merge.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type QuestionProps = {
  organization: Organization
  preview: Preview
  pending: boolean
  onClose: () => void
  onSwap: () => void
  /** The figures are others by now. */
  onStale: () => void
}

function Question({ organization, preview, pending, onClose, onSwap, onStale }: QuestionProps) {
  const t = useText('moving')
  const navigate = useNavigate()
  const [idempotency_key] = useState(newIdempotencyKey)
  const { keeps, goes, debt_met, version } = preview
  const merge = useMutation({
    mutationFn: () =>
      call('POST /api/v1/buyers/{buyer_id}/merge', {
        params: { buyer_id: keeps.id },
        body: { organization_id: organization.id, other_id: goes.id, version },
        idempotency_key: `${idempotency_key}-${version}`,
      }),
    onSuccess() {
      toast.done(t('merge.done'))
      onClose()
      void navigate({ href: paths.buyer_by_id(organization.id, keeps.id) })
      void refreshBuyer(organization.id)
    },
    onError: onStale,
  })
  return (
    <Stack gap="md">
      <Figures preview={preview} currency={organization.currency} />
      <Button
        variant="subtle"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconArrowsExchange size={18} stroke={1.75} />}
        loading={pending}
        onClick={onSwap}
      >
        {t('merge.swap')}
      </Button>
      {debt_met > 0 ? (
        <Text size="sm">{t('merge.debt', { amount: counted('bonus', debt_met) })}</Text>
      ) : null}
      <Text size="sm">{t('merge.warning')}</Text>
      {merge.error ? (
        <Text role="alert" size="sm" c="kalyna">
          {problemSentence(merge.error)}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="kalyna" loading={merge.isPending} onClick={() => merge.mutate()}>
          {t('merge.verb')}
        </Button>
      </Group>
    </Stack>
  )
}

function Figures({ preview, currency }: { preview: Preview; currency: string }) {
  const t = useText('moving')
  const { keeps, goes, after } = preview
  const rows = [
    [t('merge.available'), ...[keeps, goes, after].map((one) => number(one.available))],
    [t('merge.pending'), ...[keeps, goes, after].map((one) => number(one.pending))],
    [t('merge.owed'), ...[keeps, goes, after].map((one) => number(one.debt))],
    [t('merge.receipts'), ...[keeps, goes, after].map((one) => number(one.receipts_count))],
    [t('merge.turnover'), ...[keeps, goes, after].map((one) => money(one.turnover, currency))],
    [t('merge.level'), ...[keeps, goes, after].map((one) => one.level ?? '—')],
  ]
  const head = (title: string, one: Preview['keeps']) => (
    <Table.Th>
      {title}
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {one.name}
      </Text>
      <Text size="sm" c="dimmed">
        {one.phone_masked}
      </Text>
    </Table.Th>
  )
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {head(t('merge.stays'), keeps)}
            {head(t('merge.goes'), goes)}
            <Table.Th>{t('merge.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([title, stays, going, together]) => (
            <Table.Tr key={title}>
              <Table.Th scope="row">{title}</Table.Th>
              <Table.Td>{stays}</Table.Td>
              <Table.Td>{going}</Table.Td>
              <Table.Td fw={560}>{together}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
