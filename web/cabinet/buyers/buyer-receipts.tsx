/** The receipts of one buyer over the last year. */
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconReceipt } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { dateTime, money, number, signed, today } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './buyers.module.css'
import { buyerReceiptsQuery, type BuyerWhole, type ReceiptRow } from './queries.ts'

type Props = { organization: Organization; buyer: BuyerWhole }

function lastYear(zone: string) {
  const date_to = today(zone)
  const from = new Date(`${date_to}T00:00:00Z`)
  from.setUTCDate(from.getUTCDate() - 365)
  return { date_from: from.toISOString().slice(0, 10), date_to }
}

export function BuyerReceipts({ organization, buyer }: Props) {
  const t = useText('buyers')
  const navigate = useNavigate()
  const [address, change] = useAddress()
  const page = Math.max(1, Number(address.page) || 1)
  const days = lastYear(organization.timezone)
  const query = useQuery(buyerReceiptsQuery(organization.id, buyer.profile.id, page, days))
  return (
    <DataPage
      query={query}
      what={t('receipts.what')}
      sentence={problemSentence}
      rowId={(row) => row.receipt_id}
      columns={columnsOf(t, organization)}
      card={(row) => ({
        title: dateTime(row.occurred_at, organization.timezone),
        value: money(row.to_pay, organization.currency),
        line: [row.pos_name, row.number && t('history.receipt', { number: row.number })]
          .filter(Boolean)
          .join(' · '),
      })}
      onRowClick={(row) => void navigate({ href: paths.receipt(organization.id, row.receipt_id) })}
      empty={
        <EmptyState icon={<IconReceipt size={32} stroke={1.5} />} title={t('receipts.empty')} />
      }
      onPageChange={(next) => change({ page: String(next) })}
    />
  )
}

function columnsOf(t: Text<'buyers'>, organization: Organization): DataTableColumn<ReceiptRow>[] {
  const { id, timezone, currency } = organization
  const right = { textAlign: 'right', noWrap: true } as const
  return [
    {
      accessor: 'number',
      title: t('receipts.col.number_time'),
      render: (row) => (
        <>
          <PageLink
            href={paths.receipt(id, row.receipt_id)}
            onClick={(event) => event.stopPropagation()}
          >
            {row.number ? t('history.receipt', { number: row.number }) : t('history.receipt_open')}
          </PageLink>{' '}
          {row.status === 'cancelled' || row.status === 'partially_cancelled' ? (
            <Badge size="md" color="gray">
              {t(row.status === 'cancelled' ? 'receipts.cancelled' : 'receipts.partly')}
            </Badge>
          ) : null}
          <br />
          <span className={classes.muted}>
            {dateTime(row.occurred_at, timezone)} · {row.pos_name}
          </span>
        </>
      ),
    },
    {
      accessor: 'to_pay',
      title: t('receipts.col.sum'),
      ...right,
      render: (row) => money(row.to_pay, currency),
    },
    {
      accessor: 'bonuses_spent',
      title: t('receipts.col.spent'),
      ...right,
      render: (row) => (row.bonuses_spent ? number(row.bonuses_spent) : '—'),
    },
    {
      accessor: 'accrual',
      title: t('receipts.col.accrued'),
      ...right,
      render: (row) => (
        <span className={classes.plus}>{row.accrual ? signed(row.accrual) : '—'}</span>
      ),
    },
  ]
}
