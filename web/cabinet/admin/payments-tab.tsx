import { Badge, Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCreditCard } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { toast } from '../../shell/toasts.tsx'
import { dateTime, money } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { type PaymentRow, paymentsQuery } from './queries.ts'

const STATUSES = ['pending', 'paid', 'failed', 'refunded'] as const
const colors = { pending: 'stone', paid: 'spruce', failed: 'kalyna', refunded: 'stone' } as const
type Asked = { act: 'confirm' | 'refund'; payment: PaymentRow }

/** Every payment; a bank transfer is confirmed here, and money given back. */
export function PaymentsTab() {
  const t = useText('admin')
  const { values, set } = useFilters({ tab: 'payments', q: '', status: '', page: '1' })
  const status = STATUSES.find((one) => one === values.status)
  const q = values.q.trim()
  const page = Number(values.page) || 1
  const query = useQuery(paymentsQuery({ page, ...(status && { status }), ...(q && { q }) }))
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <DataPage
        query={query}
        what={t('payments.what')}
        sentence={problemSentence}
        rowId={({ id }) => id}
        columns={useColumns(setAsked)}
        card={(row) => cardOf(row, setAsked)}
        filters={
          <>
            <SearchInput
              className={undefined}
              label={t('payments.search')}
              value={values.q}
              onChange={(text) => set({ q: text, page: '1' })}
            />
            <NativeSelect
              aria-label={t('payments.status')}
              value={values.status}
              onChange={(event) => set({ status: event.currentTarget.value, page: '1' })}
              data={[
                { value: '', label: t('payments.any_status') },
                ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
              ]}
            />
          </>
        }
        chips={[
          ...(q ? [{ key: 'q', label: q, onRemove: () => set({ q: '' }) }] : []),
          ...(status
            ? [{ key: 's', label: t(`status.${status}`), onRemove: () => set({ status: '' }) }]
            : []),
        ]}
        onResetFilters={() => set({ q: '', status: '' })}
        onPageChange={(next) => set({ page: String(next) })}
        empty={
          <EmptyState
            icon={<IconCreditCard size={32} stroke={1.5} />}
            title={t('payments.empty')}
          />
        }
      />
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

const cardOf = (row: PaymentRow, onAsk: (asked: Asked) => void) => ({
  title: `№${row.number} · ${row.organization_name}`,
  value: money(row.amount, row.currency),
  line: <CardLine payment={row} onAsk={onAsk} />,
})

function CardLine({ payment, onAsk }: { payment: PaymentRow; onAsk: (asked: Asked) => void }) {
  const t = useText('admin')
  return (
    <Group gap="xs">
      <Badge color={colors[payment.status]}>{t(`status.${payment.status}`)}</Badge>
      <span>
        {t(`provider.${payment.provider as 'invoice'}`)} · {dateTime(payment.created_at)}
      </span>
      <Act payment={payment} onAsk={onAsk} />
    </Group>
  )
}

function useColumns(onAsk: (asked: Asked) => void) {
  const t = useText('admin')
  return [
    { accessor: 'number', title: t('payments.number') },
    {
      accessor: 'organization_name',
      title: t('payments.organization'),
      render: (row: PaymentRow) => (
        <>
          {row.organization_name}
          <br />
          <small>{row.owner_email}</small>
        </>
      ),
    },
    {
      accessor: 'provider',
      title: t('payments.provider'),
      render: (row: PaymentRow) => t(`provider.${row.provider as 'invoice'}`),
    },
    {
      accessor: 'status',
      title: t('payments.status'),
      render: (row: PaymentRow) => (
        <>
          <Badge color={colors[row.status]}>{t(`status.${row.status}`)}</Badge>
          {row.warnings > 0 ? (
            <p style={{ margin: 0 }}>{t('payments.warnings', { count: row.warnings })}</p>
          ) : null}
        </>
      ),
    },
    {
      accessor: 'amount',
      title: t('payments.amount'),
      textAlign: 'right' as const,
      noWrap: true,
      render: (row: PaymentRow) => money(row.amount, row.currency),
    },
    {
      accessor: 'created_at',
      title: t('payments.created'),
      noWrap: true,
      render: (row: PaymentRow) => dateTime(row.created_at),
    },
    {
      accessor: 'id',
      title: <span className="v-sr">{t('actions')}</span>,
      textAlign: 'right' as const,
      render: (row: PaymentRow) => <Act payment={row} onAsk={onAsk} />,
    },
  ]
}

function Act({ payment, onAsk }: { payment: PaymentRow; onAsk: (asked: Asked) => void }) {
  const t = useText('admin')
  const { status, provider } = payment
  if (provider === 'invoice' && (status === 'pending' || status === 'failed')) {
    return (
      <Button size="compact-md" onClick={() => onAsk({ act: 'confirm', payment })}>
        {t('payments.confirm')}
      </Button>
    )
  }
  if (status !== 'paid') return null
  return (
    <Button size="compact-md" variant="default" onClick={() => onAsk({ act: 'refund', payment })}>
      {t('payments.refund')}
    </Button>
  )
}

function Question({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const t = useText('admin')
  const client = useQueryClient()
  const settle = useMutation({
    mutationFn: ({ act, payment: { id: payment_id } }: Asked) =>
      call(`POST /api/v1/admin/payments/{payment_id}/${act}`, { params: { payment_id } }),
    async onSuccess(_row, { act }) {
      onClose()
      toast.done(t(act === 'confirm' ? 'payments.confirmed' : 'payments.refunded'))
      await client.invalidateQueries({ queryKey: ['admin', 'payments'] })
    },
  })
  if (!asked) return null
  const { act, payment } = asked
  const words = {
    number: payment.number,
    name: payment.organization_name,
    amount: money(payment.amount, payment.currency),
  }
  return (
    <ConfirmDanger
      opened
      onClose={onClose}
      title={t(`payments.${act}.title`, words)}
      verb={t(`payments.${act}`)}
      pending={settle.isPending}
      error={settle.error ? problemSentence(settle.error) : undefined}
      onConfirm={() => settle.mutate(asked)}
    >
      {t(`payments.${act}.text`, words)}
    </ConfirmDanger>
  )
}
